// A pool of buffers for reading files, because allocating memory takes longer than reading a page into it. A leased
// buffer is released when nothing reads it any more. An unreleased one is garbage collected normally.

/** A leased buffer. */
interface LeasedBytes {
  bytes: Buffer;
  /** Called when nothing reads the bytes any more; later calls do nothing. */
  release(): void;
}

export interface Buffers {
  /** Leases at least this many bytes, not zeroed. */
  lease(length: number): LeasedBytes;
  /** Bytes of free buffers in the pool. */
  readonly keptBytes: number;
}

const step = 64 * 1024;
/** Larger buffers are rare and not pooled. */
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
