// A stretch of a file held in memory, so that neighbouring records cost one read.
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { archiveFault } from './faults.ts';

export interface Window {
  /** Offset of the first byte in the file. */
  start: number;
  bytes: Uint8Array;
}

/** `length` bytes at `offset`, fewer at the end of the file; out of the window where they lie in it, else read. */
export function readThrough(source: ByteSource, window: Window, offset: number, length: number): Uint8Array {
  const at = offset - window.start;
  if (at >= 0 && at + length <= window.bytes.length) return window.bytes.subarray(at, at + length);
  return source.read(offset, length);
}

/** Reads the headers of a RAR or tar archive, which lie between the data of its entries, within the limits of an index. */
export interface HeaderReader {
  /** Bytes of the file, fewer at its end. */
  read(offset: number, length: number): Uint8Array;
  count: HeaderCount;
}

/** Notes one more block. Throws FormatError `parser` too_large when they are too many or too long altogether. */
export type HeaderCount = (headerBytes: number) => void;

export function createHeaderCount(limits: Limits): HeaderCount {
  let blocks = 0;
  let bytes = 0;
  return (headerBytes) => {
    blocks++;
    bytes += headerBytes;
    // Besides its entries an archive has few blocks, and at most some to each entry.
    if (blocks > 4 * limits.maxEntries || bytes > limits.maxIndexBytes) {
      throw archiveFault('too_large', "The archive's headers are too many or too long");
    }
  };
}

/** One header with a long name; those of small neighbouring entries too. */
const windowBytes = 1024;

/** `count` where several files are of one archive. */
export function createHeaderReader(
  source: ByteSource,
  limits: Limits,
  count: HeaderCount = createHeaderCount(limits),
): HeaderReader {
  let window: Window = { start: 0, bytes: new Uint8Array(0) };
  return {
    read(offset, length) {
      const end = window.start + window.bytes.length;
      if (offset < window.start || (offset + length > end && end < source.size)) {
        window = { start: offset, bytes: source.read(offset, Math.max(length, windowBytes)) };
      }
      const available = Math.max(0, Math.min(length, source.size - offset));
      return readThrough(source, window, offset, available);
    },
    count,
  };
}
