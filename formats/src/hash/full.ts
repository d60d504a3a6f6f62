// The digest of every byte of a book (`fileHash` with full hashing).
import { createHash } from 'node:crypto';
import { FormatError } from '../error.ts';
import type { ByteSource } from '../source.ts';

const chunkBytes = 1024 * 1024;

/**
 * SHA-256 in hex, 64 digits: what `sha256sum` prints for the file. Holds 1 MiB at a time; about 0.55 s a GiB.
 * `onChunk` is called after each with the bytes done, to show life or to throw. Throws FormatError `parser` when
 * the file is shorter than it was when it was opened.
 */
export function computeFullHash(source: ByteSource, onChunk?: (doneBytes: number) => void): string {
  const digest = createHash('sha256');
  for (let at = 0; at < source.size; ) {
    const chunk = source.read(at, Math.min(chunkBytes, source.size - at));
    if (chunk.length === 0)
      throw new FormatError('parser', 'The file became shorter', { reason: 'truncated' });
    digest.update(chunk);
    at += chunk.length;
    onChunk?.(at);
  }
  return digest.digest('hex');
}
