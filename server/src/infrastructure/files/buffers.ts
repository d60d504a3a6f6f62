// A pool of buffers for reading files, because allocating memory takes longer than reading a page into it. A leased
// buffer is released when nothing reads it any more. An unreleased one is garbage collected normally.

/** A leased buffer. */
interface LeasedBytes {
  bytes: Buffer;
  /** Called when nothing reads the bytes any more; later calls do nothing. */
  release(): void;
}

const step = 64 * 1024;
/** Larger buffers are rare and not pooled. */
const largest = 4 * 1024 * 1024;

export class Buffers {
  readonly #maxKeptBytes: number;
  readonly #free = new Map<number, Buffer[]>();
  #keptBytes = 0;

  constructor(maxKeptBytes = 32 * 1024 * 1024) {
    this.#maxKeptBytes = maxKeptBytes;
  }

  /** Leases at least this many bytes, not zeroed. */
  lease(length: number): LeasedBytes {
    if (length > largest) return { bytes: Buffer.allocUnsafeSlow(length), release() {} };
    const size = Math.max(step, Math.ceil(length / step) * step);
    let buffer: Buffer | undefined = this.#take(size);
    return {
      bytes: buffer.subarray(0, length),
      release: () => {
        if (buffer) this.#keep(buffer);
        buffer = undefined;
      },
    };
  }

  /** Bytes of free buffers in the pool. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  #take(size: number): Buffer {
    const buffer = this.#free.get(size)?.pop();
    if (!buffer) return Buffer.allocUnsafeSlow(size);
    this.#keptBytes -= size;
    return buffer;
  }

  #keep(buffer: Buffer): void {
    if (this.#keptBytes + buffer.length > this.#maxKeptBytes) return;
    const same = this.#free.get(buffer.length) ?? [];
    same.push(buffer);
    this.#free.set(buffer.length, same);
    this.#keptBytes += buffer.length;
  }
}
