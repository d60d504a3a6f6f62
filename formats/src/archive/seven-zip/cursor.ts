// Reads through the header of a 7z archive (7zFormat.txt of the LZMA SDK), never past its end. A header that
// promises more than it contains is damaged, so no count can exceed the size of the header.
import { u32le } from '../../bytes.ts';
import { archiveFault } from '../faults.ts';

export const damagedHeader = () => archiveFault('damaged', "The archive's header is damaged");

/** Every method throws FormatError `parser` damaged at the end of the bytes. */
export class Cursor {
  readonly #header: Uint8Array;
  #position = 0;

  constructor(header: Uint8Array) {
    this.#header = header;
  }

  /** Current position, for use with `since`. */
  at(): number {
    return this.#position;
  }

  /** Returns the bytes read since `start`. */
  since(start: number): Uint8Array {
    return this.#header.subarray(start, this.#position);
  }

  left(): number {
    return this.#header.length - this.#position;
  }

  byte(): number {
    const value = this.#header[this.#position];
    if (value === undefined) throw damagedHeader();
    this.#position++;
    return value;
  }

  bytes(length: number): Uint8Array {
    if (!(length <= this.#header.length - this.#position)) throw damagedHeader();
    this.#position += length;
    return this.#header.subarray(this.#position - length, this.#position);
  }

  u32(): number {
    return u32le(this.bytes(4), 0);
  }

  /** A whole number of one to nine bytes ("NUMBER" of the format), below 2^53. */
  number(): number {
    const first = this.byte();
    const extra = Math.clz32(~(first << 24));
    let value = (first & (0x7f >> extra)) * 2 ** (8 * extra);
    for (let i = 0; i < extra; i++) value += this.byte() * 2 ** (8 * i);
    if (!Number.isSafeInteger(value)) throw damagedHeader();
    return value;
  }

  /** A number of items that take at least one byte each. */
  count(): number {
    const count = this.number();
    if (count > this.#header.length - this.#position) throw damagedHeader();
    return count;
  }

  /** One bit for each of `length` items, starting with the highest bit of each byte. */
  bits(length: number): boolean[] {
    const packed = this.bytes(Math.ceil(length / 8));
    return Array.from({ length }, (_, i) => ((packed[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0);
  }

  /** Like `bits`, or one byte that means that all bits are set. */
  allOrBits(length: number): boolean[] {
    return this.byte() === 0 ? this.bits(length) : Array.from({ length }, () => true);
  }
}
