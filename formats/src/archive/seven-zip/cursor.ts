// Reads through the header of a 7z archive (7zFormat.txt of the LZMA SDK), never past its end. A header that
// promises more than it contains is damaged, so no count can exceed the size of the header.
import { u32le } from '../../bytes.ts';
import { archiveFault } from '../faults.ts';

export const damagedHeader = () => archiveFault('damaged', "The archive's header is damaged");

export interface Cursor {
  /** Current position, for use with `since`. */
  at(): number;
  /** Returns the bytes read since `start`. */
  since(start: number): Uint8Array;
  left(): number;
  byte(): number;
  bytes(length: number): Uint8Array;
  u32(): number;
  /** A whole number of one to nine bytes ("NUMBER" of the format), below 2^53. */
  number(): number;
  /** A number of items that take at least one byte each. */
  count(): number;
  /** One bit for each of `length` items, starting with the highest bit of each byte. */
  bits(length: number): boolean[];
  /** Like `bits`, or one byte that means that all bits are set. */
  allOrBits(length: number): boolean[];
}

/** Every method throws FormatError `parser` damaged at the end of the bytes. */
export function createCursor(header: Uint8Array): Cursor {
  let position = 0;
  const take = (length: number): Uint8Array => {
    if (!(length <= header.length - position)) throw damagedHeader();
    position += length;
    return header.subarray(position - length, position);
  };
  const byte = (): number => {
    const value = header[position];
    if (value === undefined) throw damagedHeader();
    position++;
    return value;
  };
  const bits = (length: number): boolean[] => {
    const packed = take(Math.ceil(length / 8));
    return Array.from({ length }, (_, i) => ((packed[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0);
  };
  const number = (): number => {
    const first = byte();
    const extra = Math.clz32(~(first << 24));
    let value = (first & (0x7f >> extra)) * 2 ** (8 * extra);
    for (let i = 0; i < extra; i++) value += byte() * 2 ** (8 * i);
    if (!Number.isSafeInteger(value)) throw damagedHeader();
    return value;
  };
  return {
    at: () => position,
    since: (start) => header.subarray(start, position),
    left: () => header.length - position,
    byte,
    bytes: take,
    u32: () => u32le(take(4), 0),
    number,
    count() {
      const count = number();
      if (count > header.length - position) throw damagedHeader();
      return count;
    },
    bits,
    allOrBits: (length) => (byte() === 0 ? bits(length) : Array.from({ length }, () => true)),
  };
}
