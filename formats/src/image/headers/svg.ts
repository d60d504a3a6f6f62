// Detects SVG by its root element. decoders/svg.ts decides which SVG may be rendered.
import { hasMark } from '../../bytes.ts';

/** Maximum bytes before the root element: XML declaration, comments, document type. */
const MAX_PROLOGUE_BYTES = 4096;

/** Whether the first element of an XML text in an ASCII-like encoding is `svg`, with or without a prefix. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = bytes.length > MAX_PROLOGUE_BYTES ? bytes.subarray(0, MAX_PROLOGUE_BYTES) : bytes;
  const end = head.length;
  let at = hasMark(head, 0, '\xef\xbb\xbf') ? 3 : 0;
  while (at < end) {
    const byte = head[at];
    if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) at++;
    else if (byte !== 0x3c) return false;
    else if (hasMark(head, at, '<!--')) at = findAfter(head, at + 4, '-->');
    else if (hasMark(head, at, '<?')) at = findAfter(head, at + 2, '?>');
    else if (hasMark(head, at, '<!')) at = findAfterDoctype(head, at + 2);
    else return isSvgName(head, at + 1);
  }
  return false;
}

function findAfter(head: Uint8Array, from: number, mark: string): number {
  for (let at = from; at < head.length; at++) if (hasMark(head, at, mark)) return at + mark.length;
  return head.length;
}

/** Returns the offset after a document type, whose internal subset in brackets may contain `>`. */
function findAfterDoctype(head: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < head.length; at++) {
    if (head[at] === 0x5b) depth++;
    else if (head[at] === 0x5d) depth--;
    else if (head[at] === 0x3e && depth <= 0) return at + 1;
  }
  return head.length;
}

/** Whether `svg` or `prefix:svg` is at `from`, followed by a space, `>` or `/`. */
function isSvgName(head: Uint8Array, from: number): boolean {
  let at = from;
  for (let i = from; i < from + 32 && i < head.length; i++) {
    const byte = head[i] ?? 0;
    if (byte === 0x3a) at = i + 1;
    else if (byte <= 0x20 || byte === 0x3e || byte === 0x2f) break;
  }
  const after = head[at + 3] ?? 0x20;
  return hasMark(head, at, 'svg') && (after <= 0x20 || after === 0x3e || after === 0x2f);
}
