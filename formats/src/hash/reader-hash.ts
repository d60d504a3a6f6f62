// Computes the partial MD5 that identifies a document in KOReader's progress sync.
import { createHash } from 'node:crypto';
import type { ByteSource } from '../source.ts';

export const readerHashSampleBytes = 1024;
const sampleBytes = readerHashSampleBytes;
/** 0, then 1024 · 4^i for i = 0 … 10. */
export const readerHashOffsets = [0, ...Array.from({ length: 11 }, (_, i) => sampleBytes * 4 ** i)];
/** The first three samples are within the first 5 KiB and need one read. */
const headBytes = 5 * sampleBytes;

/**
 * Returns the MD5 in hex of up to 12 samples of 1,024 bytes. Samples are truncated at the end of the file. An empty file
 * has the MD5 of no data.
 */
export function computeReaderHash(source: ByteSource): string {
  const digest = createHash('md5');
  const head = source.read(0, headBytes);
  for (const offset of readerHashOffsets) {
    const isInHead = offset + sampleBytes <= headBytes;
    digest.update(isInHead ? head.subarray(offset, offset + sampleBytes) : source.read(offset, sampleBytes));
  }
  return digest.digest('hex');
}
