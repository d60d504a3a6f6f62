// Serves PDFium's many small reads (about 500 bytes each) from blocks of a source.
import type { ByteSource } from '../source.ts';

/** 1 MiB a document at most. */
const BLOCK_BYTES = 65_536;
const MAX_BLOCKS = 16;

export interface BlockReader {
  /** Fills `target` from `position`; false when the source ends before or cannot be read. Never throws. */
  fill(position: number, target: Uint8Array): boolean;
  /** What the source threw first, if anything: then it is not the document that is broken. */
  readonly fault: unknown;
}

/** A reader with the last used blocks in memory. Reads of more than a block pass them by. */
export function createBlockReader(source: ByteSource): BlockReader {
  const blocks = new Map<number, Uint8Array>();
  let fault: unknown;

  const getBlock = (index: number): Uint8Array => {
    const known = blocks.get(index);
    const block = known ?? source.read(index * BLOCK_BYTES, BLOCK_BYTES);
    // Insertion order is the order of use: the first key is the one not used for longest.
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
        // C cannot be thrown through; PDFium reports a file that it cannot read.
        return false;
      }
    },
    get fault() {
      return fault;
    },
  };
}
