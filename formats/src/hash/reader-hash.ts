// The hash by which KOReader names a document in progress sync: a partial MD5.
import { createHash } from 'node:crypto';
import type { ByteSource } from '../source.ts';

const sampleBytes = 1024;
/** 0, then 1024 · 4^i for i = 0 … 10. */
const offsets = [0, ...Array.from({ length: 11 }, (_, i) => sampleBytes * 4 ** i)];
/** The first three samples lie together: one read. */
const headBytes = 5 * sampleBytes;

/**
 * MD5 in hex over up to 12 samples of 1,024 bytes; a short last sample counts with the bytes it has, those past the
 * end with none. The MD5 of nothing for an empty file.
 */
export function computeReaderHash(source: ByteSource): string {
  const digest = createHash('md5');
  const head = source.read(0, headBytes);
  for (const offset of offsets) {
    const isInHead = offset + sampleBytes <= headBytes;
    digest.update(isInHead ? head.subarray(offset, offset + sampleBytes) : source.read(offset, sampleBytes));
  }
  return digest.digest('hex');
}
