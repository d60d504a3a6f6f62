// Parses OPDS feeds as clients do: with the published parser of Thorium, and with a strict XML parser.
import { DOMParser } from '@xmldom/xmldom';
import { TaJsonDeserialize } from 'r2-lcp-js/dist/es8-es2017/src/serializable.js';
import {
  convertOpds1ToOpds2,
  convertOpds1ToOpds2_EntryToPublication,
} from 'r2-opds-js/dist/es8-es2017/src/opds/converter.js';
import {
  initGlobalConverters_GENERIC,
  initGlobalConverters_OPDS,
} from 'r2-opds-js/dist/es8-es2017/src/opds/init-globals.js';
import { OPDS } from 'r2-opds-js/dist/es8-es2017/src/opds/opds1/opds.js';
import { Entry } from 'r2-opds-js/dist/es8-es2017/src/opds/opds1/opds-entry.js';
import { OPDSFeed } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2.js';
import { OPDSAuthenticationDoc } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2-authentication-doc.js';
import { OPDSPublication } from 'r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2-publication.js';
import { XML } from 'r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper/index.js';
import { SaxesParser } from 'saxes';
import type { Client } from '../client.ts';

initGlobalConverters_OPDS();
initGlobalConverters_GENERIC();

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** Returns the root element. Throws on anything that a strict XML parser with namespaces rejects. */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element = { name, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [root] = top.children;
  if (!root) throw new Error('The document has no element');
  return root;
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

export const textOf = (element: XmlElement, name: string): string | undefined =>
  childrenOf(element, name)[0]?.text;

export const linksOf = (element: XmlElement, rel: string): Record<string, string>[] =>
  childrenOf(element, 'link')
    .map(({ attributes }) => attributes)
    .filter((link) => link.rel === rel);

const toDom = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

/** Parses an OPDS 1.2 feed with Thorium's converter to OPDS 2.0. */
export const readAtomFeed = (text: string): OPDSFeed => {
  const feed = XML.deserialize<OPDS>(toDom(text), OPDS);
  return convertOpds1ToOpds2(feed);
};

export const readAtomEntry = (text: string): OPDSPublication =>
  convertOpds1ToOpds2_EntryToPublication(XML.deserialize<Entry>(toDom(text), Entry));

export const readJsonFeed = (json: object): OPDSFeed => TaJsonDeserialize<OPDSFeed>(json, OPDSFeed);
export const readJsonPublication = (json: object): OPDSPublication =>
  TaJsonDeserialize<OPDSPublication>(json, OPDSPublication);
export const readAuthentication = (json: object): OPDSAuthenticationDoc =>
  TaJsonDeserialize<OPDSAuthenticationDoc>(json, OPDSAuthenticationDoc);

/** Header for Basic authentication. */
export const basic = (login: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

interface JsonLink {
  href: string;
  rel?: string;
  type?: string;
  title?: string;
  templated?: boolean;
  properties?: { numberOfItems?: number };
}
export interface JsonPublication {
  metadata: Record<string, unknown>;
  links: JsonLink[];
  images?: JsonLink[];
  readingOrder?: JsonLink[];
}
export interface JsonFeed {
  metadata: Record<string, unknown>;
  links: JsonLink[];
  navigation?: JsonLink[];
  publications?: JsonPublication[];
  groups?: (Pick<JsonFeed, 'links' | 'navigation' | 'publications'> & { metadata: { title: string } })[];
  facets?: { metadata: { title: string }; links: JsonLink[] }[];
}

/** Fetches documents as a client; throws unless the status is 200. */
export function createOpdsReader(client: Client) {
  const get = async <T>(path: string) => {
    const answer = await client.get<T>(path);
    if (answer.status !== 200)
      throw new Error(`${path} answers ${answer.status}: ${answer.bytes.toString()}`);
    return answer;
  };
  return {
    getXml: async (path: string): Promise<XmlElement> => readXml((await get(path)).bytes.toString()),
    getJson: async (path: string): Promise<JsonFeed> => (await get<JsonFeed>(path)).body,
  };
}

const entriesOf = (feed: XmlElement): XmlElement[] => childrenOf(feed, 'entry');

export const titlesOf = (feed: XmlElement): (string | undefined)[] =>
  entriesOf(feed).map((entry) => textOf(entry, 'title'));

export function entryOf(feed: XmlElement, title: string): XmlElement {
  const entry = entriesOf(feed).find((one) => textOf(one, 'title') === title);
  if (!entry) throw new Error(`${title} not found among ${titlesOf(feed).join(', ')}`);
  return entry;
}

/** Contents of books and thumbnails are not feeds. Tokens are requested with POST. */
const parts = /\/(books\/[^/?]+\/.+|[^/]+\/[^/?]+\/thumbnail|token)$/;

/**
 * Fetches every document that is reachable through links from an address and returns the texts. Templates are not
 * followed, and facets are not combined, because there are too many combinations.
 */
export async function walkDocuments(client: Client, start: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [client.url + start];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (found.has(address)) continue;
    const { status, bytes } = await client.get(address.slice(client.url.length));
    if (status !== 200) throw new Error(`${address} answers ${status}`);
    const text = bytes.toString();
    found.set(address, text);
    for (const [, href = ''] of text.matchAll(/href(?:=|":)"([^"]+)"/g)) {
      const next = href.replaceAll('&amp;', '&');
      const isOurs = next.startsWith(`${client.url}/opds/`) && !next.includes('{') && !parts.test(next);
      if (isOurs && !next.includes('&')) waiting.push(next);
    }
  }
  return found;
}
