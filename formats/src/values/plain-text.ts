// Reduces HTML in descriptions to plain text. Removes all markup, decodes entities once, and takes one linear
// pass.
import { htmlEntity } from '../xml/html-entities.ts';
import { cutText, toLines } from './text.ts';

// Stops at the next "<", so that a text of many unclosed tags is read only once.
const tagPattern = /<[/!?]?[a-zA-Z-][^<>]*>/;
const entityPattern = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,9});/g;
const paragraphTags = new Set([
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'ul',
  'ol',
  'table',
]);
const lineTags = new Set(['br', 'tr', 'hr', 'section', 'article', 'dt', 'dd']);
const silentTags = new Set(['script', 'style', 'head', 'template']);

/**
 * Returns the readable text of `text`, which may be HTML or plain. Paragraphs are separated by an empty line,
 * list items begin with "- ". The result may contain "<"; code that displays it must escape it. Truncated to
 * `maxLength` UTF-16 units. Returns undefined if nothing remains.
 */
export function toPlainText(text: string, maxLength: number): string | undefined {
  const source = cutText(text, maxLength * 4);
  if (!tagPattern.test(source)) return toLines(decodeEntities(source), maxLength);
  const parts: string[] = [];
  let position = 0;
  while (position < source.length) {
    const open = source.indexOf('<', position);
    const end = open === -1 ? source.length : open;
    if (end > position) parts.push(decodeEntities(source.slice(position, end).replace(/\s+/g, ' ')));
    if (open === -1) break;
    position = readTag(source, open, parts);
  }
  return toLines(parts.join(''), maxLength);
}

/** Appends the text equivalent of the tag at `open` and returns the offset after it. */
function readTag(source: string, open: number, parts: string[]): number {
  if (source.startsWith('<!--', open)) return after(source, '-->', open + 4);
  tagStart.lastIndex = open;
  const match = tagStart.exec(source);
  if (match === null) {
    parts.push('<');
    return open + 1;
  }
  const closing = match[1] === '/';
  const name = (match[2] ?? '').toLowerCase();
  if (silentTags.has(name) && !closing) return afterElement(source, name, open);
  if (paragraphTags.has(name)) parts.push('\n\n');
  else if (lineTags.has(name)) parts.push('\n');
  else if (name === 'li' && !closing) parts.push('\n- ');
  return open + match[0].length;
}

const tagStart = /<([/!?]?)([a-zA-Z-][a-zA-Z0-9]*)(?:[^<>a-zA-Z0-9][^<>]*)?>/y;

/**
 * Returns the offset after the end of a script, style or similar element. An unclosed element extends to the
 * end.
 */
function afterElement(source: string, name: string, open: number): number {
  const closing = new RegExp(`</${name}[^<>]*>`, 'gi');
  closing.lastIndex = open;
  return closing.exec(source) === null ? source.length : closing.lastIndex;
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entityPattern, (whole, name: string) => htmlEntity(name) ?? whole);
}
