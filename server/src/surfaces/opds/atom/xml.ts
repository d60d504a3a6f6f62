// Writing plain XML: no comments, no CDATA, every sign escaped, as some clients read it by patterns.

type Value = string | number | undefined;

/** Signs that XML 1.0 forbids, half surrogate pairs among them, are left out. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Whether there may be something to leave out or to escape; most texts have nothing. */
const maybeUnsafe = /[^\t\n\r !#-%(-;=?-\ud7ff\ue000-\ufffd]/;

function toText(value: string | number): string {
  const text = String(value);
  if (!maybeUnsafe.test(text)) return text;
  return text.replace(forbidden, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** In an attribute line ends and tabs are written by their codes, or a reader takes them for blanks. */
const toAttribute = (value: string | number): string =>
  toText(value).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Attributes without a value are left out; `children` are XML already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value>> = {},
  children: readonly string[] = [],
): string {
  let written = '';
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) written += ` ${key}="${toAttribute(value)}"`;
  return children.length === 0
    ? `<${name}${written} />`
    : `<${name}${written}>${children.join('')}</${name}>`;
}

/** An element that holds a text; nothing for none. */
export function textElement(
  name: string,
  text: string | number | null | undefined,
  attributes: Readonly<Record<string, Value>> = {},
): string[] {
  if (text === null || text === undefined || text === '') return [];
  return [element(name, attributes, [toText(text)])];
}

export const toDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

export const toTime = (ms: number): string => new Date(ms).toISOString();
