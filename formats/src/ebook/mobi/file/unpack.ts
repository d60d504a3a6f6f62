// Unpacks the text of a MOBI record by record, without trailing entries, and within the limits.
import { toBuffer } from '../../../bytes.ts';
import { damaged, ebookLimits, tooLarge } from '../../limits.ts';
import type { MobiHeader } from './header.ts';
import { createHuffUnpacker } from './huff.ts';
import type { Records } from './records.ts';

/** Unpacked text records have 4,096 bytes, and are never much longer in practice. */
const maxRecordBytes = 1024 * 1024;

/** Throws FormatError `parser`: damaged, too_large. */
export function readText(records: Records, header: MobiHeader): Buffer {
  const unpack = createUnpacker(records, header);
  const parts: Uint8Array[] = [];
  let total = 0;
  for (let i = 1; i <= header.textRecords; i++) {
    const part = unpack(trim(records.read(header.base + i), header.extraFlags));
    total += part.length;
    if (total > ebookLimits.maxTextBytes) throw tooLarge();
    parts.push(part);
  }
  if (total === 0) throw damaged('The book has no text');
  return Buffer.concat(parts);
}

function createUnpacker(
  records: Records,
  { compression, huff, base }: MobiHeader,
): (packed: Uint8Array) => Uint8Array {
  switch (compression) {
    case 'none':
      return (packed) => packed;
    case 'palmdoc':
      return unpackPalmDoc;
    case 'huff': {
      const read = (i: number) => records.read(base + huff.first + i);
      return createHuffUnpacker(read, huff.count);
    }
  }
}

/** Bit 0: bytes of a character that continues in the next record. Other bits: an entry that ends with its length. */
function trim(record: Uint8Array, flags: number): Uint8Array {
  let end = record.length;
  for (let bits = flags >> 1; bits > 0; bits >>= 1) if (bits & 1) end -= trailingSize(record, end);
  if (flags & 1 && end > 0) end -= ((record[end - 1] ?? 0) & 3) + 1;
  return record.subarray(0, Math.max(0, end));
}

/** Reads a number of up to four bytes of seven bits backwards. The first byte has the high bit. */
function trailingSize(record: Uint8Array, end: number): number {
  let size = 0;
  for (let i = Math.max(0, end - 4); i < end; i++) {
    const byte = record[i] ?? 0;
    if (byte & 0x80) size = 0;
    size = (size << 7) | (byte & 0x7f);
  }
  return size;
}

/** LZ77 of PalmDOC: literals, runs of literals, a space and a letter, or up to ten bytes of the preceding 2,047. */
export function unpackPalmDoc(packed: Uint8Array): Buffer {
  let out = Buffer.alloc(Math.max(4_096, packed.length * 2));
  let at = 0;
  const reserve = (count: number) => {
    if (at + count <= out.length) return;
    if (at + count > maxRecordBytes) throw tooLarge('A record of the book is too large');
    const larger = Buffer.alloc(out.length * 2 + count);
    out.copy(larger, 0, 0, at);
    out = larger;
  };
  for (let i = 0; i < packed.length; ) {
    const byte = packed[i++] ?? 0;
    reserve(10);
    if (byte === 0 || (byte >= 9 && byte <= 0x7f)) {
      out[at++] = byte;
    } else if (byte <= 8) {
      const literals = packed.subarray(i, i + byte);
      out.set(literals, at);
      at += literals.length;
      i += byte;
    } else if (byte >= 0xc0) {
      out[at++] = 0x20;
      out[at++] = byte ^ 0x80;
    } else {
      const pair = ((byte << 8) | (packed[i++] ?? 0)) & 0x3fff;
      const distance = pair >> 3;
      if (distance === 0 || distance > at)
        throw damaged('The text of the book refers to data before its start');
      for (let left = (pair & 7) + 3; left > 0; left--, at++) out[at] = out[at - distance] ?? 0;
    }
  }
  return toBuffer(out.subarray(0, at));
}
