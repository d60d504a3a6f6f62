// XML as a stream of events, for documents that are read once and fast. Never a DTD, never an entity of the
// document's own, nothing resolved, everything bounded. Built on saxes, which expands no entities itself.
import { SaxesParser } from 'saxes';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { decodeXml } from './decode.ts';
import { htmlEntities } from './html-entities.ts';

export type XmlLimits = Pick<Limits, 'maxDocumentBytes' | 'maxXmlDepth' | 'maxXmlElements'>;

/** Names as written, with their prefixes: the default namespace costs nothing here. */
export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  /** An element begins; `position` is behind its tag, in the decoded text. `false` ends the reading, without an error. */
  open(name: string, attributes: XmlAttributes, position: number): boolean | undefined;
  /** Character data, CDATA sections included; one text may come in several parts. */
  text?(text: string): void;
  close?(name: string, position: number): void;
  /** Whether the named characters of HTML are known (XHTML documents). */
  htmlEntities?: boolean;
}

/**
 * Reads a document and calls `events`. A document type that only names an external identifier is passed over and
 * never fetched; one with an internal subset is refused. Throws FormatError `metadata` with reason `too_large`
 * (bytes or elements), `too_deep`, `doctype` or `malformed` (undeclared entities included).
 */
export function readXml(bytes: Uint8Array, limits: XmlLimits, events: XmlEvents): void {
  if (bytes.length > limits.maxDocumentBytes) throw tooLarge();
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let depth = 0;
  let elements = 0;
  let stopped = false;
  parser.on('doctype', refuseInternalSubset);
  parser.on('opentag', (tag) => {
    depth += 1;
    elements += 1;
    if (depth > limits.maxXmlDepth) throw tooDeep();
    if (elements > limits.maxXmlElements) throw tooLarge();
    if (events.open(tag.name, tag.attributes, parser.position) !== false) return;
    stopped = true;
    throw new Error('stopped');
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    events.close?.(tag.name, parser.position);
  });
  if (events.text !== undefined) {
    parser.on('text', events.text);
    parser.on('cdata', events.text);
  }
  if (events.htmlEntities === true) Object.assign(parser.ENTITIES, Object.fromEntries(htmlEntities));
  try {
    parser.write(decodeXml(bytes)).close();
  } catch (cause) {
    if (!stopped) throw toFormatError(cause);
  }
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function refuseInternalSubset(doctype: string): void {
  // The two external identifiers are quoted and may hold anything.
  if (!/^[^"'[]*(?:"[^"]*"[^"'[]*|'[^']*'[^"'[]*){0,2}$/.test(doctype)) {
    throw new FormatError('metadata', 'The XML document brings its own document type', { reason: 'doctype' });
  }
}

function toFormatError(cause: unknown): FormatError {
  if (cause instanceof FormatError) return cause;
  return new FormatError('metadata', 'The XML document is not well-formed', { reason: 'malformed', cause });
}

function tooLarge(): FormatError {
  return new FormatError('metadata', 'The XML document is too large', { reason: 'too_large' });
}

function tooDeep(): FormatError {
  return new FormatError('metadata', 'The XML document is nested too deeply', { reason: 'too_deep' });
}
