// Serves PDFium's many small reads (about 500 bytes each) from blocks of a source.
import type { ByteSource } from '../source.ts';

/** At most 1 MiB per document. */
const BLOCK_BYTES = 65_536;
const MAX_BLOCKS = 16;

/** Creates a reader that caches the last used blocks. Reads longer than a block bypass the cache. */
export class BlockReader {
  readonly #source: ByteSource;
  readonly #blocks = new Map<number, Uint8Array>();
  #fault: unknown;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Fills `target` from `position`. Returns false if the source ends early or cannot be read. Never throws. */
  fill(position: number, target: Uint8Array): boolean {
    try {
      if (target.length <= BLOCK_BYTES) return this.#fillByBlocks(position, target);
      const bytes = this.#source.read(position, target.length);
      target.set(bytes);
      return bytes.length === target.length;
    } catch (error) {
      this.#fault ??= error;
      // Exceptions cannot pass through C. PDFium reports an unreadable file.
      return false;
    }
  }

  /** The first error of the source, or undefined. With an error the document itself may be intact. */
  get fault(): unknown {
    return this.#fault;
  }

  #getBlock(index: number): Uint8Array {
    const known = this.#blocks.get(index);
    const block = known ?? this.#source.read(index * BLOCK_BYTES, BLOCK_BYTES);
    // Insertion order is the order of use: the first key is the least recently used.
    if (known !== undefined) this.#blocks.delete(index);
    else if (this.#blocks.size === MAX_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value ?? index);
    this.#blocks.set(index, block);
    return block;
  }

  #fillByBlocks(position: number, target: Uint8Array): boolean {
    for (let done = 0; done < target.length; ) {
      const at = position + done;
      const block = this.#getBlock(Math.floor(at / BLOCK_BYTES));
      const part = block.subarray(at % BLOCK_BYTES, (at % BLOCK_BYTES) + target.length - done);
      if (part.length === 0) return false;
      target.set(part, done);
      done += part.length;
    }
    return true;
  }
}
