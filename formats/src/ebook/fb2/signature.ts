// Detects the start of a FictionBook in any encoding, after a byte order mark and a declaration.
import { findWideEncoding } from '../../xml/encoding.ts';

const headBytes = 4096;

/** Whether a file that begins with these bytes (4 KiB are enough) is a FictionBook. */
export function isFictionBookStart(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, headBytes);
  const wide = findWideEncoding(head);
  const text = wide ? new TextDecoder(wide).decode(head) : Buffer.from(head).toString('latin1');
  return /^(?:\u00ef\u00bb\u00bf|\ufeff)?\s*</.test(text) && /<(?:\w{1,20}:)?FictionBook[\s>]/.test(text);
}
