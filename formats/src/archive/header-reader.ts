// Reads the headers of a RAR or tar archive, which lie between the data of its entries, within the limits of an index.
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { archiveFault } from './faults.ts';
import { readThrough, type Window } from './window.ts';

export interface HeaderReader {
  /** Bytes of the file, fewer at its end. */
  read(offset: number, length: number): Uint8Array;
  /** Notes one more block. Throws FormatError `parser` too_large when they are too many or too long altogether. */
  count(headerBytes: number): void;
}

/** One header with a long name; those of small neighbouring entries too. */
const windowBytes = 1024;

export function createHeaderReader(source: ByteSource, limits: Limits): HeaderReader {
  let window: Window = { start: 0, bytes: new Uint8Array(0) };
  let blocks = 0;
  let bytes = 0;
  return {
    read(offset, length) {
      const end = window.start + window.bytes.length;
      if (offset < window.start || (offset + length > end && end < source.size)) {
        window = { start: offset, bytes: source.read(offset, Math.max(length, windowBytes)) };
      }
      const available = Math.max(0, Math.min(length, source.size - offset));
      return readThrough(source, window, offset, available);
    },
    count(headerBytes) {
      blocks++;
      bytes += headerBytes;
      // Besides its entries an archive has few blocks, and at most some to each entry.
      if (blocks > 4 * limits.maxEntries || bytes > limits.maxIndexBytes) {
        throw archiveFault('too_large', "The archive's headers are too many or too long");
      }
    },
  };
}
