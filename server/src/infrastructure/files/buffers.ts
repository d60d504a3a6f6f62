// Memory for reading files, used again: fresh memory costs more than reading a page into it. Whoever borrows bytes
// gives them back once nobody can look at them any more, or never: then they are collected like any others.

/** Bytes that may be given back. */
interface LeasedBytes {
  bytes: Buffer;
  /** To be called when nothing reads the bytes any more; later calls do nothing. */
  release(): void;
}

export interface Buffers {
  /** At least so many bytes, of whatever content. */
  lease(length: number): LeasedBytes;
  /** Bytes kept for the next. */
  readonly keptBytes: number;
}

const step = 64 * 1024;
/** Larger ones are rare and would keep much. */
const largest = 4 * 1024 * 1024;

export function createBuffers(maxKeptBytes = 32 * 1024 * 1024): Buffers {
  const free = new Map<number, Buffer[]>();
  let keptBytes = 0;

  function take(size: number): Buffer {
    const buffer = free.get(size)?.pop();
    if (!buffer) return Buffer.allocUnsafeSlow(size);
    keptBytes -= size;
    return buffer;
  }

  function keep(buffer: Buffer): void {
    if (keptBytes + buffer.length > maxKeptBytes) return;
    const same = free.get(buffer.length) ?? [];
    same.push(buffer);
    free.set(buffer.length, same);
    keptBytes += buffer.length;
  }

  return {
    get keptBytes() {
      return keptBytes;
    },
    lease(length) {
      if (length > largest) return { bytes: Buffer.allocUnsafeSlow(length), release() {} };
      const size = Math.max(step, Math.ceil(length / step) * step);
      let buffer: Buffer | undefined = take(size);
      return {
        bytes: buffer.subarray(0, length),
        release() {
          if (buffer) keep(buffer);
          buffer = undefined;
        },
      };
    },
  };
}
