// Counts the reads of a source.
import type { ByteSource } from '@lectern/formats/source';

export interface CountedSource extends ByteSource {
  /** Number of reads so far. */
  reads: number;
}

export function countReads(source: ByteSource): CountedSource {
  const counted: CountedSource = {
    size: source.size,
    reads: 0,
    read(offset, length) {
      counted.reads++;
      return source.read(offset, length);
    },
  };
  return counted;
}
