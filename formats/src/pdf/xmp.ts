// Parses an XMP packet (ISO 16684-1) into lists of values by property. metadata.ts maps them to a book.
import { SaxesParser } from 'saxes';
import { defaultLimits, type Limits } from '../limits.ts';

/** A text of a property. */
export interface XmpValue {
  text: string;
  /** Local name of its element or attribute: `li` of a list, `value` and fields of a structure. */
  field: string;
  /** xml:lang of an alternative in lower case. `x-default` for the default. */
  language: string | undefined;
  /** Zero-based index of its item in a list. */
  item: number;
}

/** Values by property, which is namespace and local name, such as `http://purl.org/dc/elements/1.1/title`. */
export type XmpProperties = ReadonlyMap<string, readonly XmpValue[]>;

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XML = 'http://www.w3.org/XML/1998/namespace';
const MAX_VALUES = 2000;
/** Number of characters per call of the parser, so that it stops soon after a limit is reached. */
const CHUNK_LENGTH = 16_384;

/**
 * Returns the properties of a packet. For a malformed packet, returns the properties before the error. Returns nothing for
 * a packet with a document type. Never throws.
 */
export function parseXmp(packet: Uint8Array, limits: Limits = defaultLimits): XmpProperties {
  const properties = new Map<string, XmpValue[]>();
  const text = new TextDecoder('utf-8').decode(packet.subarray(0, limits.maxDocumentBytes));
  const collector = createCollector(properties, limits);
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', collector.stop);
  parser.on('error', collector.stop);
  parser.on('opentag', (tag) => {
    collector.open({ uri: tag.uri, local: tag.local, attributes: Object.values(tag.attributes) });
  });
  parser.on('text', collector.text);
  parser.on('cdata', collector.text);
  parser.on('closetag', collector.close);
  for (let at = 0; at < text.length && collector.isRunning(); at += CHUNK_LENGTH) {
    parser.write(text.slice(at, at + CHUNK_LENGTH));
  }
  return properties;
}

interface Attribute {
  uri: string;
  local: string;
  value: string;
}

interface Tag {
  uri: string;
  local: string;
  attributes: Attribute[];
}

interface OpenElement {
  uri: string;
  local: string;
  language: string | undefined;
  text: string;
}

/** Tracks the open elements. A property is a child of rdf:Description that is not within another property. */
function createCollector(properties: Map<string, XmpValue[]>, limits: Limits) {
  const open: OpenElement[] = [];
  let property: { key: string; depth: number; item: number } | undefined;
  let isRunning = true;
  let count = 0;

  const add = (key: string, value: XmpValue) => {
    if (value.text === '' || ++count > MAX_VALUES) return;
    const known = properties.get(key);
    if (known === undefined) properties.set(key, [value]);
    else known.push(value);
  };

  const addAttributes = (tag: Tag) => {
    const isDescription = tag.uri === RDF && tag.local === 'Description';
    for (const { uri, local, value } of tag.attributes) {
      const isMarkup = uri === '' || uri === XML || uri.startsWith('http://www.w3.org/2000/xmlns');
      if (isMarkup || (uri === RDF && local !== 'value')) continue;
      const text = value.trim().slice(0, limits.maxTextLength);
      if (property !== undefined) {
        add(property.key, { text, field: local, language: undefined, item: property.item });
      } else if (isDescription) {
        add(uri + local, { text, field: local, language: undefined, item: 0 });
      }
    }
  };

  return {
    isRunning: () => isRunning,
    stop: () => {
      isRunning = false;
    },
    open: (tag: Tag) => {
      if (!isRunning || open.length >= limits.maxXmlDepth) {
        isRunning = false;
        return;
      }
      const parent = open.at(-1);
      if (property === undefined && parent?.uri === RDF && parent.local === 'Description') {
        property = { key: tag.uri + tag.local, depth: open.length, item: -1 };
      }
      if (property !== undefined && tag.uri === RDF && tag.local === 'li') property.item++;
      const { uri, local } = tag;
      open.push({ uri, local, language: findLanguage(tag), text: '' });
      addAttributes(tag);
    },
    text: (text: string) => {
      const element = open.at(-1);
      if (!isRunning || property === undefined || element === undefined) return;
      if (element.text.length < limits.maxTextLength) element.text += text;
    },
    close: () => {
      if (!isRunning) return;
      const element = open.pop();
      if (element === undefined || property === undefined) return;
      const text = element.text.trim().slice(0, limits.maxTextLength);
      const { local: field, language } = element;
      add(property.key, { text, field, language, item: Math.max(0, property.item) });
      if (open.length === property.depth) property = undefined;
    },
  };
}

function findLanguage(tag: Tag): string | undefined {
  const attribute = tag.attributes.find(({ uri, local }) => uri === XML && local === 'lang');
  return attribute?.value.toLowerCase();
}
