// Guesses the character encoding of a document from its bytes.

/** Detects UTF-16 by its byte order mark or by the pattern of the first characters. */
export function findWideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a = 0, b = 0] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

/** Whether text decoded as UTF-8 is UTF-8 with a few broken bytes, and not another encoding. */
export function isMostlyUtf8(lossy: string): boolean {
  let broken = 0;
  let beyondAscii = 0;
  for (let i = 0; i < lossy.length; i += 1) {
    const code = lossy.charCodeAt(i);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) beyondAscii += 1;
  }
  return beyondAscii > broken;
}
