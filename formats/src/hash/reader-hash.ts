// Computes the partial MD5 that identifies a document in KOReader's progress sync.
import { createHash } from 'node:crypto';
import type { ByteSource } from '../source.ts';

const sampleBytes = 1024;
/** 0, then 1024 · 4^i for i = 0 … 10. */
const offsets = [0, ...Array.from({ length: 11 }, (_, i) => sampleBytes * 4 ** i)];
/** The first three samples are within the first 5 KiB and need one read. */
const headBytes = 5 * sampleBytes;

/**
 * Returns the MD5 in hex of up to 12 samples of 1,024 bytes. Samples are truncated at the end of the file. An empty file
 * has the MD5 of no data.
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

/** The same for a file that exists only as a stream. `read` returns a part of it; `end` is inclusive. */
export async function computeStreamedReaderHash(
  sizeBytes: number,
  read: (part: { start: number; end: number }) => AsyncIterable<Uint8Array>,
): Promise<string> {
  const digest = createHash('md5');
  for (const start of offsets) {
    if (start >= sizeBytes) break;
    const end = Math.min(start + sampleBytes, sizeBytes) - 1;
    for await (const bytes of read({ start, end })) digest.update(bytes);
  }
  return digest.digest('hex');
}
