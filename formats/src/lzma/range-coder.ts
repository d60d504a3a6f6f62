// Decodes the bits of an LZMA stream (lzma-specification.txt of the LZMA SDK, "Range Decoder").

/** The data is damaged or not LZMA. */
export class LzmaFault extends Error {}

const modelBits = 11;
const half = 1024;
const moveBits = 5;
const least = 2 ** 24;

/** Probabilities that the next bit is 0, in 2048ths. */
export const probabilities = (length: number) => new Uint16Array(length).fill(half);

export class RangeDecoder {
  readonly #packed: Uint8Array;
  #at = 5;
  #range = 0xffffffff;
  #code = 0;

  /** Throws LzmaFault, like every method at the end of the data. */
  constructor(packed: Uint8Array) {
    this.#packed = packed;
    if (packed.length < 5 || packed[0] !== 0) throw new LzmaFault('Invalid start of the stream');
    for (const byte of packed.subarray(1, 5)) this.#code = this.#code * 256 + byte;
  }

  bit(models: Uint16Array, at: number): 0 | 1 {
    const probability = models[at] ?? half;
    const bound = (this.#range >>> modelBits) * probability;
    const isZero = this.#code < bound;
    if (isZero) {
      this.#range = bound;
      models[at] = probability + ((2048 - probability) >> moveBits);
    } else {
      this.#code -= bound;
      this.#range -= bound;
      models[at] = probability - (probability >> moveBits);
    }
    this.#fill();
    return isZero ? 0 : 1;
  }

  /** Reads bits without a model, the highest first. */
  direct(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.#range = this.#range >>> 1;
      const isOne = this.#code >= this.#range;
      if (isOne) this.#code -= this.#range;
      value = value * 2 + (isOne ? 1 : 0);
      this.#fill();
    }
    return value;
  }

  /** Reads a number of `count` bits whose models form a tree at `base`. */
  tree(models: Uint16Array, base: number, count: number): number {
    let node = 1;
    for (let i = 0; i < count; i++) node = (node << 1) | this.bit(models, base + node);
    return node - (1 << count);
  }

  /** Like `tree`, with the lowest bit first. */
  reverseTree(models: Uint16Array, base: number, count: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < count; i++) {
      const bit = this.bit(models, base + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  #fill(): void {
    if (this.#range >= least) return;
    const byte = this.#packed[this.#at++];
    if (byte === undefined) throw new LzmaFault('The stream is truncated');
    this.#range *= 256;
    this.#code = this.#code * 256 + byte;
  }
}
