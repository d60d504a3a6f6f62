// Takes texts out of PDFium, which answers them as UTF-16LE whatever the file used (PDFDocEncoding, UTF-16, UTF-8).
import type { PdfiumWasm } from './wasm.ts';

/**
 * The text that a PDFium getter writes, without its final NUL; undefined when it is empty or longer than
 * `maxLength` characters. `get` follows PDFium's custom: it answers the bytes needed, and writes when they fit.
 */
export function readText(
  wasm: PdfiumWasm,
  maxLength: number,
  get: (pointer: number, bytes: number) => number,
): string | undefined {
  const bytes = get(0, 0);
  if (bytes <= 2 || bytes > maxLength * 2 + 2) return undefined;
  return wasm.withMemory(bytes, (pointer) => {
    get(pointer, bytes);
    const text = Buffer.from(wasm.bytes().slice(pointer, pointer + bytes - 2)).toString('utf16le');
    const clean = toCleanText(text);
    return clean === '' ? undefined : clean;
  });
}

/** Without control characters, byte order marks and space around it; lone surrogates become U+FFFD. */
export function toCleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufeff\ufffe\uffff]/gu, (character) => (isSpace(character) ? character : ''))
    .trim();
}

function isSpace(character: string): boolean {
  return character === '\n' || character === '\r' || character === '\t';
}
