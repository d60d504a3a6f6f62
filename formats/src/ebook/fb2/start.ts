// How a FictionBook begins: in whichever encoding, after a byte order mark and a declaration.

const headBytes = 4096;

/** The wide encoding that a byte order mark or the pattern of the first characters gives away. */
export function findWideEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a = 0, b = 0] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

/** Whether a file that begins with these bytes (4 KiB are enough) is a FictionBook. */
export function isFictionBookStart(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, headBytes);
  const wide = findWideEncoding(head);
  const text = wide ? new TextDecoder(wide).decode(head) : Buffer.from(head).toString('latin1');
  return /^(?:\u00ef\u00bb\u00bf|\ufeff)?\s*</.test(text) && /<(?:\w{1,20}:)?FictionBook[\s>]/.test(text);
}
