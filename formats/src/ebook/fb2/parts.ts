// Locates the parts of a FictionBook in its bytes without parsing: description, text, images.
import { toBuffer } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';
import { ebookLimits, tooLarge } from '../limits.ts';
import { createDecoder, noFictionBook, toNarrow } from './decode.ts';

export interface FictionBook {
  /** Text before the first body, which contains the description. */
  head: string;
  bytes: Buffer;
  /** Range from the first body to the first image after it. */
  bodyStart: number;
  bodyEnd: number;
  decode(part: Uint8Array): string;
}

const maxHeadBytes = 1024 * 1024;

export function openFictionBook(source: ByteSource): FictionBook {
  if (source.size > ebookLimits.maxFileBytes) throw tooLarge();
  const bytes = toBuffer(toNarrow(source.read(0, source.size)));
  const decode = createDecoder(bytes);
  const bodyStart = bytes.indexOf('<body');
  if (bodyStart < 0) throw noFictionBook();
  const binary = bytes.indexOf('<binary', bodyStart);
  const bodyEnd = binary < 0 ? bytes.length : binary;
  const head = decode(bytes.subarray(0, Math.min(bodyStart, maxHeadBytes)));
  return { head, bytes, bodyStart, bodyEnd, decode };
}

export interface Binary {
  id: string;
  /** Range of the Base64 in the bytes of the book. */
  start: number;
  end: number;
}

/** Returns the images. For equal ids only the first. */
export function listBinaries({ bytes, bodyEnd, decode }: FictionBook): Binary[] {
  const found = new Map<string, Binary>();
  for (let at = bodyEnd; found.size < ebookLimits.maxResources; ) {
    const open = bytes.indexOf('<binary', at);
    const start = open < 0 ? -1 : bytes.indexOf('>', open);
    if (start < 0) break;
    const close = bytes.indexOf('<', start);
    const end = close < 0 ? bytes.length : close;
    const tag = decode(bytes.subarray(open, Math.min(start, open + 1000)));
    const id = /\sid\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/.exec(tag);
    const name = id?.[1] ?? id?.[2];
    if (name !== undefined && !found.has(name)) found.set(name, { id: name, start: start + 1, end });
    at = Math.max(end, start + 1);
  }
  return [...found.values()];
}

/** Throws FormatError `parser` with reason `too_large`. */
export function readBinary({ bytes }: FictionBook, { start, end }: Binary): Uint8Array {
  if (((end - start) * 3) / 4 > ebookLimits.maxResourceBytes)
    throw tooLarge('A picture of the book is too large');
  return Buffer.from(bytes.toString('latin1', start, end), 'base64');
}
