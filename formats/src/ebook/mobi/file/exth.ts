// Reads EXTH, the numbered metadata values of a MOBI (MobileRead wiki, MOBI).
import { hasMark, u32be } from '../../../bytes.ts';

export interface Exth {
  /** Returns all values of a type as bytes. */
  all(type: number): readonly Uint8Array[];
  /** Returns the first value as a number, or undefined. */
  number(type: number): number | undefined;
}

const headBytes = 8;
/** More entries than any known book has. */
const maxEntries = 2_000;

/** Stops at an entry with an invalid length. */
export function readExth(bytes: Uint8Array, at: number): Exth {
  const values = new Map<number, Uint8Array[]>();
  if (hasMark(bytes, at, 'EXTH')) {
    const count = Math.min(u32be(bytes, at + 8), maxEntries);
    let entry = at + 12;
    for (let i = 0; i < count && entry + headBytes <= bytes.length; i++) {
      const type = u32be(bytes, entry);
      const length = u32be(bytes, entry + 4);
      if (length < headBytes || entry + length > bytes.length) break;
      const value = bytes.subarray(entry + headBytes, entry + length);
      const known = values.get(type);
      if (known) known.push(value);
      else values.set(type, [value]);
      entry += length;
    }
  }
  return {
    all: (type) => values.get(type) ?? [],
    number(type) {
      const value = values.get(type)?.[0];
      if (!value || value.length < 1 || value.length > 4) return undefined;
      const number = value.reduce((sum, byte) => sum * 256 + byte, 0);
      return number === 0xffffffff ? undefined : number;
    },
  };
}
