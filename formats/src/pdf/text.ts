// Reads texts from PDFium, which returns UTF-16LE for any encoding of the file (PDFDocEncoding, UTF-16, UTF-8).
import type { PdfiumWasm } from './wasm.ts';

/**
 * Returns the text of a PDFium getter without its final NUL, or undefined if it is empty or longer than `maxLength`
 * characters. By PDFium's convention, `get` returns the number of needed bytes, and writes the text if it fits.
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

/** Removes control characters, byte order marks and surrounding white space. Lone surrogates become U+FFFD. */
export function toCleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufeff\ufffe\uffff]/gu, (character) => (isSpace(character) ? character : ''))
    .trim();
}

function isSpace(character: string): boolean {
  return character === '\n' || character === '\r' || character === '\t';
}
