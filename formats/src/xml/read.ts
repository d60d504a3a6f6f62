// Reads XML as a stream of events. DTDs and entities of the document are not supported, nothing is fetched,
// and everything is bounded. Built on saxes, which does not expand entities itself.
import { SaxesParser } from 'saxes';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { decodeXml } from './decode.ts';
import { htmlEntities } from './html-entities.ts';

export type XmlLimits = Pick<Limits, 'maxDocumentBytes' | 'maxXmlDepth' | 'maxXmlElements'>;

/** Names as written, with prefixes, because resolving namespaces takes time. */
export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  /**
   * Called at the start of an element; `position` is the offset after its tag in the decoded text. Returning
   * `false` ends the reading without an error.
   */
  open(name: string, attributes: XmlAttributes, position: number): boolean | undefined;
  /** Receives character data, including CDATA sections. A text may arrive in several parts. */
  text?(text: string): void;
  close?(name: string, position: number): void;
  /** XHTML: resolves the named characters of HTML, and repairs the document by the rules of HTML. */
  htmlEntities?: boolean;
}

/**
 * Reads a document and calls `events`. A document type that only names an external identifier is ignored and
 * never fetched; an internal subset is refused. Throws FormatError `metadata`: `too_large` (bytes or
 * elements), `too_deep`, `doctype`, `malformed` (including undeclared entities).
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

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Throws FormatError `doctype`. */
export function refuseInternalSubset(doctype: string): void {
  // The two external identifiers are quoted and may contain anything.
  if (!/^[^"'[]*(?:"[^"]*"[^"'[]*|'[^']*'[^"'[]*){0,2}$/.test(doctype)) {
    throw new FormatError('metadata', 'The XML document contains a document type definition', {
      reason: 'doctype',
    });
  }
}

function toFormatError(cause: unknown): FormatError {
  if (cause instanceof FormatError) return cause;
  return new FormatError('metadata', 'The XML document is not well-formed', { reason: 'malformed', cause });
}

export function tooLarge(): FormatError {
  return new FormatError('metadata', 'The XML document is too large', { reason: 'too_large' });
}

export function tooDeep(): FormatError {
  return new FormatError('metadata', 'The XML document is nested too deeply', { reason: 'too_deep' });
}
