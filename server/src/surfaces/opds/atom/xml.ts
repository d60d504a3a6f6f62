// Writes plain XML without comments and CDATA, with all special characters escaped, because some clients parse it with
// patterns.
import { toTime as toClockTime } from '#infrastructure/clock.ts';

type Value = string | number | undefined;

/** Characters that XML 1.0 forbids, including unpaired surrogates, are removed. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Whether a text may need escaping. Most texts and attributes do not. */
const maybeUnsafe = /[^ !#-%(-;=?-\ud7ff\ue000-\ufffd]/;

const isPlain = (text: string): boolean => !maybeUnsafe.test(text);

/** A text between tags. */
export const toText = (text: string): string => (isPlain(text) ? text : escapeText(text));

const escapeText = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** Encodes line breaks and tabs, which parsers would otherwise convert to spaces. */
export const toAttribute = (text: string): string =>
  isPlain(text) ? text : escapeText(text).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const noAttributes = {};

/** Omits attributes without a value. */
function toAttributes(attributes: Readonly<Record<string, Value>>): string {
  let written = '';
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) written += ` ${key}="${toAttribute(String(value))}"`;
  }
  return written;
}

/** `children` are already XML. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, Value>> = noAttributes,
  children: readonly string[] = [],
): string =>
  children.length === 0
    ? `<${name}${toAttributes(attributes)} />`
    : `<${name}${toAttributes(attributes)}>${children.join('')}</${name}>`;

/** An element with text; empty string without a text. */
export function textElement(
  name: string,
  text: string | number | null | undefined,
  attributes: Readonly<Record<string, Value>> = noAttributes,
): string {
  if (text === null || text === undefined || text === '') return '';
  return `<${name}${toAttributes(attributes)}>${toText(String(text))}</${name}>`;
}

/** Declared on every root element, because some clients know these prefixes and ignore namespaces. */
const namespaces = toAttributes({
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
  'xmlns:schema': 'http://schema.org/',
});

/** `children` are already XML. */
export const toAtomDocument = (root: 'feed' | 'entry', children: readonly string[]): string =>
  toDocument(`<${root}${namespaces}>${children.join('')}</${root}>`);

export const toDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

let last = { ms: 0, time: toClockTime(0) };

/** Cached, because most entries of a feed have the same time as the previous one. */
export function toTime(ms: number): string {
  if (ms !== last.ms) last = { ms, time: toClockTime(ms) };
  return last.time;
}
