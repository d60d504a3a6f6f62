// Hashes every byte of a book (`fileHash` with full hashing).
import { createHash } from 'node:crypto';
import { FormatError } from '../error.ts';
import type { ByteSource } from '../source.ts';

const chunkBytes = 1024 * 1024;

/**
 * Returns the SHA-256 as 64 hex digits, like `sha256sum`. Holds 1 MiB at a time and takes about 0.55 s per GiB.
 * `onChunk` is called after each chunk with the bytes read so far. It may throw to stop. Throws FormatError `parser` if
 * the file has become shorter since it was opened.
 */
export function computeFullHash(source: ByteSource, onChunk?: (doneBytes: number) => void): string {
  const digest = createHash('sha256');
  for (let at = 0; at < source.size; ) {
    const chunk = source.read(at, Math.min(chunkBytes, source.size - at));
    if (chunk.length === 0)
      throw new FormatError('parser', 'The file has become shorter', { reason: 'truncated' });
    digest.update(chunk);
    at += chunk.length;
    onChunk?.(at);
  }
  return digest.digest('hex');
}
