// Writes XML text. The few elements of a read list, a ComicInfo or an OPF need no library.

/** Escapes text of an element or attribute. Removes characters that XML 1.0 forbids. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `<Name>text</Name>`, indented; nothing for a missing value. */
export const toElement = (name: string, value: string | number | undefined, indent = '  '): string[] =>
  value === undefined || value === '' ? [] : [`${indent}<${name}>${escapeXml(String(value))}</${name}>`];

/** `<name a="…" b="…"/>`, or with a text between its tags. Attributes without a value are omitted. */
export function toTag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  text?: string,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(String(value))}"`)
    .join('');
  return text === undefined ? `<${name}${written} />` : `<${name}${written}>${escapeXml(text)}</${name}>`;
}
