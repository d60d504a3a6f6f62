// Writing plain XML: no comments, no CDATA, every sign escaped, as some clients read it by patterns.
import { toTime as toClockTime } from '#infrastructure/clock.ts';

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

/** Whether there may be something to leave out or to escape; most texts and attributes have nothing. */
const maybeUnsafe = /[^ !#-%(-;=?-\ud7ff\ue000-\ufffd]/;

const isPlain = (text: string): boolean => !maybeUnsafe.test(text);

/** A text between tags. */
export const toText = (text: string): string => (isPlain(text) ? text : escapeText(text));

const escapeText = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** In an attribute line ends and tabs are written by their codes, or a reader takes them for blanks. */
export const toAttribute = (text: string): string =>
  isPlain(text) ? text : escapeText(text).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const noAttributes = {};

/** Those without a value are left out. */
function toAttributes(attributes: Readonly<Record<string, Value>>): string {
  let written = '';
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) written += ` ${key}="${toAttribute(String(value))}"`;
  }
  return written;
}

/** `children` are XML already. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, Value>> = noAttributes,
  children: readonly string[] = [],
): string =>
  children.length === 0
    ? `<${name}${toAttributes(attributes)} />`
    : `<${name}${toAttributes(attributes)}>${children.join('')}</${name}>`;

/** An element that holds a text; nothing for none. */
export function textElement(
  name: string,
  text: string | number | null | undefined,
  attributes: Readonly<Record<string, Value>> = noAttributes,
): string {
  if (text === null || text === undefined || text === '') return '';
  return `<${name}${toAttributes(attributes)}>${toText(String(text))}</${name}>`;
}

/** Declared on every root, whether used or not: some readers know these prefixes and no namespaces. */
const namespaces = toAttributes({
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
  'xmlns:schema': 'http://schema.org/',
});

/** `children` are XML already. */
export const toAtomDocument = (root: 'feed' | 'entry', children: readonly string[]): string =>
  toDocument(`<${root}${namespaces}>${children.join('')}</${root}>`);

export const toDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

let last = { ms: 0, time: toClockTime(0) };

/** Most entries of a feed have the time of the one before. */
export function toTime(ms: number): string {
  if (ms !== last.ms) last = { ms, time: toClockTime(ms) };
  return last.time;
}
