// Reads documents that are almost XML: undeclared entities, "<" as text, and elements that are unclosed or closed
// in the wrong order. Built on htmlparser2. Time and memory grow linearly with the document.
import { Parser } from 'htmlparser2';
import { FormatError } from '../error.ts';
import { decodeXml } from './decode.ts';
import { htmlEntities } from './html-entities.ts';
import type { XmlAttributes, XmlEvents, XmlLimits } from './read.ts';
import { readXml, refuseInternalSubset, tooDeep, tooLarge } from './read.ts';

/** Receives the error of a document that is read after repairs. */
export type OnRepair = (fault: FormatError) => void;

/** One pass over a document. */
export interface XmlReading<T> {
  events: XmlEvents;
  finish(): T;
}

/**
 * Reads a document with `start()`. If it is not well-formed, calls `onRepair` with the error, repairs the document
 * and reads it again with another `start()`. Without `onRepair`, and for documents without any element, throws
 * the error. Throws the other errors of `readXml` for both passes.
 */
export function readLeniently<T>(
  bytes: Uint8Array,
  limits: XmlLimits,
  start: () => XmlReading<T>,
  onRepair?: OnRepair,
): T {
  const strict = start();
  try {
    readXml(bytes, limits, strict.events);
    return strict.finish();
  } catch (error) {
    if (onRepair === undefined || !(error instanceof FormatError) || error.reason !== 'malformed')
      throw error;
    const again = start();
    const root = toTree(decodeXml(bytes), limits, again.events.htmlEntities === true);
    if (root === undefined) throw error;
    replay(root, again.events);
    onRepair(error);
    return again.finish();
  }
}

interface Node {
  name: string;
  attributes: XmlAttributes;
  children: (Node | string)[];
}

/** Returns the first root element. Rules of HTML apply to XHTML: void elements, optional end tags, lower case. */
function toTree(text: string, limits: XmlLimits, isHtml: boolean): Node | undefined {
  const top: Node = { name: '', attributes: {}, children: [] };
  const open = [top];
  let elements = 0;
  let isJustOpened = false;
  const current = () => open.at(-1) ?? top;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements += 1;
        if (elements > limits.maxXmlElements) throw tooLarge();
        if (open.length > limits.maxXmlDepth) throw tooDeep();
        const node = { name, attributes, children: [] };
        current().children.push(node);
        open.push(node);
        isJustOpened = true;
      },
      ontext(part) {
        isJustOpened = false;
        appendText(current().children, part);
      },
      onclosetag(name, isImplied) {
        // In XML, an element that closes directly after its start is self-closing or empty. Other implied end tags
        // follow from the end tag of an ancestor, or from the end of the document.
        if (!isImplied || isHtml || isJustOpened) closeTo(open, name, isHtml);
        isJustOpened = false;
      },
    },
    { xmlMode: !isHtml, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(isHtml ? repairMarkup(text, false) : repairMarkup(resolveEntities(text), true));
  while (open.length > 1) liftContent(open, false);
  return top.children.find((child) => typeof child !== 'string');
}

/** A stray "<" splits a text. */
function appendText(children: (Node | string)[], part: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + part;
  else children.push(part);
}

function closeTo(open: Node[], name: string, isHtml: boolean): void {
  const at = open.findLastIndex((node, i) => i > 0 && node.name === name);
  if (at < 0) return;
  while (open.length - 1 > at) {
    if (isHtml) open.pop();
    else liftContent(open, true);
  }
  open.pop();
}

/**
 * Closes an element without an end tag. If the element begins with text, its child elements become siblings. With
 * `hasTwins`, children from the first with the same name become siblings too.
 */
function liftContent(open: Node[], hasTwins: boolean): void {
  const node = open.pop();
  const parent = open.at(-1);
  if (node === undefined || parent === undefined || open.length < 2) return;
  const first = node.children.findIndex((child) => typeof child !== 'string');
  const isText = node.children.slice(0, first).some((child) => typeof child === 'string' && /\S/.test(child));
  const isTwin = (child: Node | string) => typeof child !== 'string' && child.name === node.name;
  const from = isText ? first : hasTwins ? node.children.findIndex(isTwin) : -1;
  if (from < 0) return;
  for (const child of node.children.splice(from)) parent.children.push(child);
}

/** Returns false if `events` ended the reading. The depth of the recursion is limited. */
function replay(node: Node, events: XmlEvents): boolean {
  if (events.open(node.name, node.attributes, 0) === false) return false;
  for (const child of node.children) {
    if (typeof child === 'string') events.text?.(child);
    else if (!replay(child, events)) return false;
  }
  events.close?.(node.name, 0);
  return true;
}

const named = /&([A-Za-z][A-Za-z0-9]{0,31});/g;
const ofXml: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Replaces the named characters of HTML. Unknown names remain text. */
function resolveEntities(text: string): string {
  return text.replace(named, (whole, name: string) =>
    ofXml.has(name) ? whole : (htmlEntities.get(name) ?? whole),
  );
}

/** Failed attempts to read a tag may examine this multiple of the document. */
const maxRescans = 8;

/**
 * Escapes each "<" that begins no markup. With `repairsTags`, a start tag that directly follows another of the same
 * name ends that element, because its end tag is missing, and an end tag without a start tag ends the element that was
 * just opened if that has text. Throws FormatError `doctype` for an internal subset.
 */
function repairMarkup(text: string, repairsTags: boolean): string {
  const scan = { text, left: text.length * maxRescans, missing: new Set<string>() };
  const parts: string[] = [];
  let copied = 0;
  let opened: string | undefined;
  let openedEnd = 0;
  const unclosed = new Map<string, number>();
  let depth = 0;
  const count = (name: string, by: number) => {
    unclosed.set(name, (unclosed.get(name) ?? 0) + by);
    depth += by;
  };
  for (let at = text.indexOf('<'); at >= 0; ) {
    const end = findMarkupEnd(scan, at);
    if (end === undefined) {
      parts.push(text.slice(copied, at), '&lt;');
      copied = at + 1;
    } else if (repairsTags && text[at + 1] === '/') {
      const name = text.slice(at + 2, end - 1).trimEnd();
      const isStray = opened && depth > 1 && !unclosed.get(name) && /\S/.test(text.slice(openedEnd, at));
      if (isStray) {
        parts.push(text.slice(copied, at), `</${opened}>`);
        copied = end;
      }
      const closed = isStray ? (opened ?? '') : name;
      if (unclosed.get(closed)) count(closed, -1);
      opened = '';
    } else if (repairsTags && text[at + 1] !== '!' && text[at + 1] !== '?') {
      const name = text.slice(at + 1, match(text, tagName, at) ?? at + 1);
      if (name !== '' && name === opened) {
        parts.push(text.slice(copied, at), `</${name}>`);
        copied = at;
        count(name, -1);
      }
      opened = text[end - 2] === '/' ? '' : name;
      openedEnd = end;
      if (opened !== '') count(name, 1);
    }
    at = text.indexOf('<', end ?? at + 1);
  }
  return parts.join('') + text.slice(copied);
}

interface Scan {
  text: string;
  /** Characters that failed attempts may still examine. */
  left: number;
  /** Terminators that do not occur in the rest of the text. */
  missing: Set<string>;
}

const endTag = /<\/[\w:.\u0080-\uffff-]+\s{0,99}>/y;
const tagName = /<[A-Za-z_:\u0080-\uffff][\w:.\u0080-\uffff-]*/y;
const attributeName = /[\s/]*[^\s"'<>=/]+/y;
// A value contains "<" or ">", but not both: otherwise its closing quote is missing.
const attributeValue = /\s{0,99}=\s{0,99}(?:"[^"<]*"|"[^">]*"|'[^'<]*'|'[^'>]*'|[^\s"'<>]+)/y;
const tagEnd = /[\s/]*>/y;

/** Returns the offset after the tag, comment, section or declaration at `at`; undefined if there is none. */
function findMarkupEnd(scan: Scan, at: number): number | undefined {
  const { text } = scan;
  if (text.startsWith('<!--', at)) return findAfter(scan, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return findAfter(scan, ']]>', at + 9);
  if (text[at + 1] === '!' || text[at + 1] === '?') {
    const end = findAfter(scan, '>', at + 2);
    if (/^<!doctype/i.test(text.slice(at, at + 9))) refuseInternalSubset(text.slice(at + 9, (end ?? at) - 1));
    return end;
  }
  return match(text, endTag, at) ?? findTagEnd(scan, at);
}

function findTagEnd(scan: Scan, at: number): number | undefined {
  const { text } = scan;
  let end = match(text, tagName, at);
  if (end === undefined) return undefined;
  for (;;) {
    const name = match(text, attributeName, end);
    if (name === undefined) break;
    end = match(text, attributeValue, name) ?? name;
  }
  const after = match(text, tagEnd, end);
  if (after === undefined) scan.left -= end - at;
  if (scan.left < 0)
    throw new FormatError('metadata', 'The XML document is not well-formed', { reason: 'malformed' });
  return after;
}

/** Returns the offset after a match of a sticky pattern at `at`. */
function match(text: string, pattern: RegExp, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function findAfter(scan: Scan, terminator: string, from: number): number | undefined {
  if (scan.missing.has(terminator)) return undefined;
  const at = scan.text.indexOf(terminator, from);
  if (at >= 0) return at + terminator.length;
  scan.missing.add(terminator);
  return undefined;
}
