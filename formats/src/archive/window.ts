// A stretch of a file held in memory, so that neighbouring records cost one read.
import type { ByteSource } from '../source.ts';

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
