// Builds files byte by byte for tests of readers.

/** The parts one after another; texts are taken as one byte a character. */
export function bytesOf(...parts: (string | number[] | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

/** `count` zeros. */
export function zeros(count: number): number[] {
  return new Array(count).fill(0);
}
