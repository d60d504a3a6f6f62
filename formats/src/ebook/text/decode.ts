// Decodes text by its byte order mark, as UTF-8 if it is valid, by its declared encoding, or by a guess from its letters.
import { isUtf8 } from 'node:buffer';
import { FormatError } from '../../error.ts';
import { decodeCyrillic, decodeIso2022, findUnmarkedUtf16 } from './rare-charsets.ts';

/** Size of the sample for guessing the encoding. */
const sampleBytes = 64 * 1024;

/** `declared` is the encoding that a document declares. Throws FormatError `format_detection` for data that is not text. */
export async function decodeText(bytes: Uint8Array, declared?: string): Promise<string> {
  const [a = 0, b = 0] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const wide = findUnmarkedUtf16(bytes.subarray(0, sampleBytes));
  if (wide) return new TextDecoder(wide).decode(bytes);
  const switched = decodeIso2022(bytes);
  if (switched !== undefined) return refuseBinary(switched);
  if (isUtf8(bytes)) return refuseBinary(new TextDecoder('utf-8').decode(bytes));
  const stated = findDecoder(declared);
  if (stated) return refuseBinary(stated.decode(bytes));
  const guessed = await guess(bytes);
  const text = decodeCyrillic(bytes, guessed) ?? (findDecoder(guessed) ?? western).decode(bytes);
  return refuseBinary(text);
}

const western = new TextDecoder('windows-1252');

async function guess(bytes: Uint8Array): Promise<string | undefined> {
  const { detect } = await import('chardet');
  return detect(bytes.subarray(0, sampleBytes)) ?? undefined;
}

function findDecoder(encoding: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (encoding === undefined || /^utf-?(?:8|16|32)|^iso-2022|^ascii/i.test(encoding)) return undefined;
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

function refuseBinary(text: string): string {
  if (text.slice(0, sampleBytes).includes('\0'))
    throw new FormatError('format_detection', 'The file is not a text file', { reason: 'unknown_format' });
  return text;
}

/** Returns the encoding that HTML declares in its first bytes. */
export function findCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  return /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head)?.[1];
}
