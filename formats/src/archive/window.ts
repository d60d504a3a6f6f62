// A range of a file in memory, so that neighboring records cost one read.
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import { archiveFault } from './faults.ts';

export interface Window {
  /** Offset of the first byte in the file. */
  start: number;
  bytes: Uint8Array;
}

/**
 * Returns `length` bytes at `offset`, fewer at the end of the file. Reads the file only outside the window.
 */
export function readThrough(source: ByteSource, window: Window, offset: number, length: number): Uint8Array {
  const at = offset - window.start;
  if (at >= 0 && at + length <= window.bytes.length) return window.bytes.subarray(at, at + length);
  return source.read(offset, length);
}

/**
 * Counts one more block. Throws FormatError `parser` too_large if the blocks are too many or too long in
 * total.
 */
export type HeaderCount = (headerBytes: number) => void;

export function createHeaderCount(limits: Limits): HeaderCount {
  let blocks = 0;
  let bytes = 0;
  return (headerBytes) => {
    blocks++;
    bytes += headerBytes;
    // An archive has few blocks apart from its entries, and at most some per entry.
    if (blocks > 4 * limits.maxEntries || bytes > limits.maxIndexBytes) {
      throw archiveFault('too_large', "The archive's headers are too many or too long");
    }
  };
}

/** Large enough for one header with a long name, or for several small neighboring entries. */
const windowBytes = 1024;

/** Reads RAR and tar headers, which are between the data of the entries, within the index limits. */
export class HeaderReader {
  readonly #source: ByteSource;
  #window: Window = { start: 0, bytes: new Uint8Array(0) };
  readonly count: HeaderCount;

  /** Pass `count` if several files form one archive. */
  constructor(source: ByteSource, limits: Limits, count: HeaderCount = createHeaderCount(limits)) {
    this.#source = source;
    this.count = count;
  }

  /** Returns bytes of the file, fewer at its end. */
  read(offset: number, length: number): Uint8Array {
    const end = this.#window.start + this.#window.bytes.length;
    if (offset < this.#window.start || (offset + length > end && end < this.#source.size)) {
      this.#window = { start: offset, bytes: this.#source.read(offset, Math.max(length, windowBytes)) };
    }
    const available = Math.max(0, Math.min(length, this.#source.size - offset));
    return readThrough(this.#source, this.#window, offset, available);
  }
}
