// LZMA decoder for small data that is needed synchronously (lzma-specification.txt of the LZMA SDK). 7-Zip
// unpacks pages.
import { LzmaFault, probabilities, RangeDecoder } from './range-coder.ts';

const states = 12;
const posStates = 16;
/** States from this one on follow a match. */
const matched = 7;
const literalSize = 0x300;
const shortestMatch = 2;
const firstWithModel = 4;
const firstDirect = 14;
const fullDistances = 128;
const alignBits = 4;
const endMark = 0xffffffff;

interface LengthModels {
  choice: Uint16Array;
  low: Uint16Array;
  mid: Uint16Array;
  high: Uint16Array;
}

const createLengthModels = (): LengthModels => ({
  choice: probabilities(2),
  low: probabilities(posStates << 3),
  mid: probabilities(posStates << 3),
  high: probabilities(1 << 8),
});

const createModels = (literalBits: number) => ({
  literal: probabilities(literalSize << literalBits),
  isMatch: probabilities(states * posStates),
  isRep: probabilities(states),
  isRepG0: probabilities(states),
  isRepG1: probabilities(states),
  isRepG2: probabilities(states),
  isRep0Long: probabilities(states * posStates),
  slot: probabilities(4 << 6),
  special: probabilities(1 + fullDistances - firstDirect),
  align: probabilities(1 << alignBits),
  length: createLengthModels(),
  repLength: createLengthModels(),
});

/** Unpacks into one array, which is also its dictionary. Every method throws LzmaFault. */
export class LzmaDecoder {
  written = 0;
  readonly #output: Uint8Array;
  #dictionaryStart = 0;
  #lc = 0;
  #lp = 0;
  #posMask = 0;
  #models = createModels(0);
  #state = 0;
  /** The last four distances, minus 1. */
  #reps: [number, number, number, number] = [0, 0, 0, 0];

  constructor(output: Uint8Array) {
    this.#output = output;
  }

  /** `properties` is the first byte of the LZMA properties: (pb × 5 + lp) × 9 + lc. */
  setProperties(properties: number): void {
    if (properties >= 225) throw new LzmaFault('Invalid LZMA properties');
    this.#lc = properties % 9;
    this.#lp = Math.floor(properties / 9) % 5;
    this.#posMask = (1 << Math.floor(properties / 45)) - 1;
  }

  resetState(): void {
    this.#models = createModels(this.#lc + this.#lp);
    this.#state = 0;
    this.#reps = [0, 0, 0, 0];
  }

  /** Prevents references to data that was unpacked before. */
  resetDictionary(): void {
    this.#dictionaryStart = this.written;
  }

  /** Appends uncompressed bytes. */
  copy(bytes: Uint8Array): void {
    this.#output.set(bytes, this.#endOf(bytes.length) - bytes.length);
    this.written += bytes.length;
  }

  decode(packed: Uint8Array, length: number): void {
    const end = this.#endOf(length);
    const bits = new RangeDecoder(packed);
    while (this.written < end) {
      const posState = this.#position & this.#posMask;
      if (bits.bit(this.#models.isMatch, this.#state * posStates + posState) === 0) this.#readLiteral(bits);
      else this.#repeat(this.#readMatch(bits, posState), end);
    }
  }

  get #position(): number {
    return this.written - this.#dictionaryStart;
  }

  #endOf(length: number): number {
    if (length > this.#output.length - this.written) throw new LzmaFault('More than is declared');
    return this.written + length;
  }

  #readLiteral(bits: RangeDecoder): void {
    const position = this.#position;
    const before = position > 0 ? (this.#output[this.written - 1] ?? 0) : 0;
    const context = ((position & ((1 << this.#lp) - 1)) << this.#lc) | (before >> (8 - this.#lc));
    const base = literalSize * context;
    let symbol = 1;
    if (this.#state >= matched) {
      const expected = this.#output[this.written - this.#reps[0] - 1] ?? 0;
      for (let shift = 7, isAlike = true; shift >= 0 && isAlike; shift--) {
        const wanted = (expected >> shift) & 1;
        const bit = bits.bit(this.#models.literal, base + ((1 + wanted) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        isAlike = bit === wanted;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bits.bit(this.#models.literal, base + symbol);
    this.#output[this.written++] = symbol & 0xff;
    this.#state = this.#state < 4 ? 0 : this.#state - (this.#state < 10 ? 3 : 6);
  }

  /** Returns the length of a match; its distance becomes the first of the last four. */
  #readMatch(bits: RangeDecoder, posState: number): number {
    const models = this.#models;
    const state = this.#state;
    const isAfterLiteral = state < matched;
    const [rep0, rep1, rep2, rep3] = this.#reps;
    if (bits.bit(models.isRep, state) === 0) {
      const length = readLength(bits, models.length, posState);
      this.#reps = [this.#readDistance(bits, length), rep0, rep1, rep2];
      this.#state = isAfterLiteral ? 7 : 10;
      return length + shortestMatch;
    }
    if (bits.bit(models.isRepG0, state) === 0) {
      if (bits.bit(models.isRep0Long, state * posStates + posState) === 0) {
        this.#state = isAfterLiteral ? 9 : 11;
        return 1;
      }
    } else if (bits.bit(models.isRepG1, state) === 0) this.#reps = [rep1, rep0, rep2, rep3];
    else if (bits.bit(models.isRepG2, state) === 0) this.#reps = [rep2, rep0, rep1, rep3];
    else this.#reps = [rep3, rep0, rep1, rep2];
    this.#state = isAfterLiteral ? 8 : 11;
    return readLength(bits, models.repLength, posState) + shortestMatch;
  }

  #readDistance(bits: RangeDecoder, length: number): number {
    const { slot: slots, special, align } = this.#models;
    const slot = bits.tree(slots, Math.min(length, 3) << 6, 6);
    if (slot < firstWithModel) return slot;
    const extra = (slot >> 1) - 1;
    const base = (2 + (slot & 1)) * 2 ** extra;
    if (slot < firstDirect) return base + bits.reverseTree(special, base - slot, extra);
    return base + bits.direct(extra - alignBits) * 16 + bits.reverseTree(align, 0, alignBits);
  }

  #repeat(length: number, end: number): void {
    const [distance] = this.#reps;
    if (distance === endMark) throw new LzmaFault('The stream ends early');
    if (distance >= this.#position) throw new LzmaFault('A match refers to data before the dictionary');
    if (length > end - this.written) throw new LzmaFault('More than is declared');
    for (let i = 0; i < length; i++, this.written++)
      this.#output[this.written] = this.#output[this.written - distance - 1] ?? 0;
  }
}

function readLength(bits: RangeDecoder, models: LengthModels, posState: number): number {
  if (bits.bit(models.choice, 0) === 0) return bits.tree(models.low, posState << 3, 3);
  if (bits.bit(models.choice, 1) === 0) return 8 + bits.tree(models.mid, posState << 3, 3);
  return 16 + bits.tree(models.high, 0, 8);
}
