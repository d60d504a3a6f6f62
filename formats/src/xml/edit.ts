// Changes parts of an XML document and keeps every other character.
import type { Limits } from '../limits.ts';
import { decodeXml } from './decode.ts';
import type { XmlAttributes } from './read.ts';
import { localName, readXml } from './read.ts';

/** An element and its location in the text. */
export interface XmlRange {
  /** As written, with its prefix. */
  name: string;
  /** Without the prefix, in lower case. */
  local: string;
  attributes: XmlAttributes;
  depth: number;
  /** Range from the start tag to after the end tag. */
  start: number;
  end: number;
  /** Offset after the start tag. */
  contentStart: number;
  /** Character data of the element without its descendants. */
  text: string;
}

interface EditableXml {
  text: string;
  /** In document order, the root first. */
  elements: readonly XmlRange[];
}

export interface XmlChange {
  start: number;
  end: number;
  text: string;
}

const bom = '\ufeff';
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Prepares a document for changes, with elements up to depth `maxDepth` (the root has depth 1). Converts it
 * to UTF-8 and applies the repairs of readers. Throws FormatError `metadata` like `readXml`.
 */
export function readEditable(bytes: Uint8Array, limits: Limits, maxDepth: number): EditableXml {
  const read = decodeXml(bytes);
  const whole = utf8.decode(bytes);
  const isAsRead = whole.replace(bom, '').trim() === read && Buffer.from(whole).equals(bytes);
  const lead = isAsRead ? whole.length - whole.replace(/^[\ufeff\s]+/, '').length : 0;
  const elements: XmlRange[] = [];
  const open: XmlRange[] = [];
  readXml(bytes, limits, {
    open(name, attributes, position) {
      const range: XmlRange = {
        name,
        local: localName(name).toLowerCase(),
        attributes,
        depth: open.length + 1,
        // Attribute values contain no "<".
        start: lead + read.lastIndexOf('<', position - 1),
        contentStart: lead + position,
        end: lead + position,
        text: '',
      };
      open.push(range);
      if (range.depth <= maxDepth) elements.push(range);
      return true;
    },
    text(text) {
      const current = open.at(-1);
      if (current && current.depth <= maxDepth) current.text += text;
    },
    close(_, position) {
      const range = open.pop();
      if (range) range.end = lead + position;
    },
  });
  return {
    text: isAsRead ? whole : declareUtf8(read),
    elements: isAsRead ? elements : shift(elements, read),
  };
}

const declaration = /^(<\?xml[^>]{0,100}?encoding\s{0,9}=\s{0,9}["'])([\w.:-]{1,40})/;

const declareUtf8 = (text: string): string => text.replace(declaration, '$1utf-8');

function shift(elements: readonly XmlRange[], read: string): XmlRange[] {
  const by = declareUtf8(read).length - read.length;
  return elements.map((range) => ({
    ...range,
    start: range.start + by,
    contentStart: range.contentStart + by,
    end: range.end + by,
  }));
}

/** Applies changes that do not overlap. Changes at the same offset keep their order. */
export function applyChanges(text: string, changes: readonly XmlChange[]): string {
  let done = 0;
  const parts = changes
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .flatMap((change) => {
      const before = text.slice(done, change.start);
      done = Math.max(done, change.end);
      return [before, change.text];
    });
  return [...parts, text.slice(done)].join('');
}

/** Removes an element, and its line if that becomes empty. */
export function toRemoval(text: string, { start, end }: Pick<XmlRange, 'start' | 'end'>): XmlChange {
  let from = start;
  while (text[from - 1] === ' ' || text[from - 1] === '\t') from--;
  const isAlone = text[from - 1] === '\n' && /^[ \t]*\r?\n/.test(text.slice(end, end + 200));
  if (!isAlone) return { start, end, text: '' };
  from -= text[from - 2] === '\r' ? 2 : 1;
  return { start: from, end, text: '' };
}
