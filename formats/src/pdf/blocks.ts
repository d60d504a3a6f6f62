// Serves PDFium's many small reads (about 500 bytes each) from blocks of a source.
import type { ByteSource } from '../source.ts';

/** At most 1 MiB per document. */
const BLOCK_BYTES = 65_536;
const MAX_BLOCKS = 16;

export interface BlockReader {
  /** Fills `target` from `position`. Returns false if the source ends early or cannot be read. Never throws. */
  fill(position: number, target: Uint8Array): boolean;
  /** The first error of the source, or undefined. With an error the document itself may be intact. */
  readonly fault: unknown;
}

/** Creates a reader that caches the last used blocks. Reads longer than a block bypass the cache. */
export function createBlockReader(source: ByteSource): BlockReader {
  const blocks = new Map<number, Uint8Array>();
  let fault: unknown;

  const getBlock = (index: number): Uint8Array => {
    const known = blocks.get(index);
    const block = known ?? source.read(index * BLOCK_BYTES, BLOCK_BYTES);
    // Insertion order is the order of use: the first key is the least recently used.
    if (known !== undefined) blocks.delete(index);
    else if (blocks.size === MAX_BLOCKS) blocks.delete(blocks.keys().next().value ?? index);
    blocks.set(index, block);
    return block;
  };

  const fillByBlocks = (position: number, target: Uint8Array): boolean => {
    for (let done = 0; done < target.length; ) {
      const at = position + done;
      const block = getBlock(Math.floor(at / BLOCK_BYTES));
      const part = block.subarray(at % BLOCK_BYTES, (at % BLOCK_BYTES) + target.length - done);
      if (part.length === 0) return false;
      target.set(part, done);
      done += part.length;
    }
    return true;
  };

  return {
    fill: (position, target) => {
      try {
        if (target.length <= BLOCK_BYTES) return fillByBlocks(position, target);
        const bytes = source.read(position, target.length);
        target.set(bytes);
        return bytes.length === target.length;
      } catch (error) {
        fault ??= error;
        // Exceptions cannot pass through C. PDFium reports an unreadable file.
        return false;
      }
    },
    get fault() {
      return fault;
    },
  };
}
