// The extra field of a directory entry (APPNOTE 4.5): large sizes and the Unicode name. Other fields are
// ignored.
import { crc32 } from 'node:zlib';
import { u16le, u32le, u64le } from '../../bytes.ts';
import type { ArchiveEntry } from '../entry.ts';
import { decodeUtf8 } from '../legacy-charset.ts';

const zip64Id = 0x0001;
const unicodePathId = 0x7075;
const unknown32 = 0xffffffff;

export interface ExtraLocation {
  /** Offset of the name, which ends where the extra field begins. */
  start: number;
  nameEnd: number;
  extraEnd: number;
}

/**
 * Sets the sizes and the offset of a zip64 entry (4.5.3). Returns the name of an Info-ZIP Unicode path
 * (4.6.9) that belongs to the stored name. Ignores fields that extend past the extra field.
 */
export function readExtra(
  bytes: Uint8Array,
  { start, nameEnd, extraEnd }: ExtraLocation,
  entry: ArchiveEntry,
): string | undefined {
  let unicodeName: string | undefined;
  for (let at = nameEnd; at + 4 <= extraEnd; ) {
    const id = u16le(bytes, at);
    const from = at + 4;
    const to = from + u16le(bytes, at + 2);
    if (to > extraEnd) break;
    if (id === zip64Id) readLargeFields(bytes, from, to, entry);
    if (id === unicodePathId && to - from > 5 && bytes[from] === 1) {
      const isOfThisName = u32le(bytes, from + 1) === crc32(bytes.subarray(start, nameEnd));
      if (isOfThisName) unicodeName = decodeUtf8(bytes.subarray(from + 5, to));
    }
    at = to;
  }
  return unicodeName;
}

/** Only values that are 0xFFFFFFFF in the entry are present, in this order. */
function readLargeFields(bytes: Uint8Array, from: number, to: number, entry: ArchiveEntry): void {
  let at = from;
  const next = (value: number): number => {
    if (value !== unknown32 || at + 8 > to) return value;
    at += 8;
    return u64le(bytes, at - 8);
  };
  entry.sizeBytes = next(entry.sizeBytes);
  entry.packedBytes = next(entry.packedBytes);
  entry.offset = next(entry.offset);
}
