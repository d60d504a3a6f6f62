// Finds the streams of a gzip (RFC 1952) and the frames of a zstd (RFC 8878), of which a file may contain several.
import { hasMark, u16le, u32le } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';

export const gzipTrailerBytes = 8;

const gzipHeaderBytes = 10;
/** Extra field, name and comment. */
const maxGzipHeaderBytes = 128 * 1024;
const gzipFlags = { checksum: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

/** Returns the offset of the deflated data of the member at `at`. Undefined if no member begins there. */
export function findGzipData(source: ByteSource, at: number): number | undefined {
  const short = source.read(at, gzipHeaderBytes);
  if (!hasMark(short, 0, '\x1f\x8b\x08')) return undefined;
  const flags = short[3] ?? 0;
  if (flags === 0) return at + gzipHeaderBytes;
  const header = source.read(at, maxGzipHeaderBytes);
  let end = gzipHeaderBytes;
  if (flags & gzipFlags.extra) end += 2 + u16le(header, end);
  for (const flag of [gzipFlags.name, gzipFlags.comment])
    if (flags & flag) {
      const zero = header.indexOf(0, end);
      if (zero < 0) return undefined;
      end = zero + 1;
    }
  return at + end + (flags & gzipFlags.checksum ? 2 : 0);
}

const maxSkippedFrames = 10_000;

/** Returns the offset of the next frame with data. Undefined if other data follows. */
export function findZstdFrame(source: ByteSource, at: number): number | undefined {
  let next = at;
  for (let frames = 0; frames < maxSkippedFrames; frames++) {
    const head = source.read(next, 8);
    if (!isSkippableFrame(head)) return hasMark(head, 0, '\x28\xb5\x2f\xfd') ? next : undefined;
    next += 8 + u32le(head, 4);
  }
  return undefined;
}

export const isSkippableFrame = (bytes: Uint8Array, at = 0): boolean =>
  ((bytes[at] ?? 0) & 0xf0) === 0x50 && hasMark(bytes, at + 1, '\x2a\x4d\x18');
