// Reads the records of a Palm database (PDB): numbered parts of a file, each up to the beginning of the next.
import { u16be, u32be } from '../../../bytes.ts';
import type { ByteSource } from '../../../source.ts';
import { damaged } from '../../limits.ts';

export interface Records {
  count: number;
  /** Title, truncated to 31 bytes. */
  name: Uint8Array;
  /** Returns the bytes of a record. Empty for a missing record. */
  read(index: number): Uint8Array;
  /** Returns the first bytes of a record. */
  readHead(index: number, length: number): Uint8Array;
  sizeOf(index: number): number;
}

const headerBytes = 78;
const entryBytes = 8;

/** Throws FormatError `parser` for an invalid table of records. */
export function readRecords(source: ByteSource): Records {
  const header = source.read(0, headerBytes);
  const count = u16be(header, 76);
  const table = source.read(headerBytes, count * entryBytes);
  if (count === 0 || table.length < count * entryBytes)
    throw damaged('The file ends within its table of records');
  const offsets = Array.from({ length: count }, (_, i) => u32be(table, i * entryBytes));
  const first = headerBytes + count * entryBytes;
  for (const [i, offset] of offsets.entries()) {
    const before = i === 0 ? first : (offsets[i - 1] ?? 0);
    if (offset < before) throw damaged('The records of the book overlap');
  }
  if ((offsets[0] ?? 0) >= source.size) throw damaged('The file ends before its first record');
  offsets.push(source.size);
  const sizeOf = (index: number): number =>
    index < 0 || index >= count
      ? 0
      : Math.max(0, Math.min(offsets[index + 1] ?? 0, source.size) - (offsets[index] ?? 0));
  return {
    count,
    name: header.subarray(0, 32),
    sizeOf,
    read: (index) =>
      sizeOf(index) === 0 ? new Uint8Array(0) : source.read(offsets[index] ?? 0, sizeOf(index)),
    readHead: (index, length) => source.read(offsets[index] ?? 0, Math.min(length, sizeOf(index))),
  };
}
