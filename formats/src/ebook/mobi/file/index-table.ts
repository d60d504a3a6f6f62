// Reads index records (INDX, TAGX, CNCX) of a MOBI: entries with a name and numbered values, and their labels.
import { hasMark, u16be, u32be } from '../../../bytes.ts';
import { damaged } from '../../limits.ts';
import type { Records } from './records.ts';

export interface IndexEntry {
  name: Uint8Array;
  values: ReadonlyMap<number, readonly number[]>;
}

export interface IndexTable {
  entries: IndexEntry[];
  /** Returns the label at an offset, or undefined. */
  label(offset: number): Uint8Array | undefined;
}

interface Tag {
  tag: number;
  valuesPerEntry: number;
  mask: number;
  isEnd: boolean;
}

const maxRecords = 1_000;
const maxEntries = 200_000;
const maxTags = 256;
const maxValues = 1_000;
/** Offsets of labels in record n begin at n times this value. */
const labelSpan = 0x10000;

/** Throws FormatError `parser` with reason `damaged`. */
export function readIndex(records: Records, at: number): IndexTable {
  const main = records.read(at);
  if (!hasMark(main, 0, 'INDX')) throw damaged('An index of the book is missing');
  const recordCount = Math.min(u32be(main, 24), maxRecords);
  const labelCount = Math.min(u32be(main, 52), maxRecords);
  const tagx = u32be(main, 4);
  const { tags, controlBytes } = readTags(main, tagx);
  const entries: IndexEntry[] = [];
  for (let i = 1; i <= recordCount && entries.length < maxEntries; i++)
    readEntries(records.read(at + i), { tags, controlBytes, entries });
  const labels = Array.from({ length: labelCount }, (_, i) => records.read(at + recordCount + 1 + i));
  return {
    entries,
    label(offset) {
      const record = labels[Math.floor(offset / labelSpan)];
      const start = offset % labelSpan;
      if (!record || start >= record.length) return undefined;
      const { value: length, end } = readNumber(record, start);
      return record.subarray(end, end + length);
    },
  };
}

function readTags(main: Uint8Array, at: number): { tags: Tag[]; controlBytes: number } {
  if (!hasMark(main, at, 'TAGX')) throw damaged('An index of the book lacks its description');
  const end = Math.min(at + u32be(main, at + 4), main.length, at + 12 + maxTags * 4);
  const tags: Tag[] = [];
  for (let i = at + 12; i + 4 <= end; i += 4)
    tags.push({
      tag: main[i] ?? 0,
      valuesPerEntry: main[i + 1] ?? 0,
      mask: main[i + 2] ?? 0,
      isEnd: main[i + 3] === 1,
    });
  return { tags, controlBytes: Math.min(u32be(main, at + 8), 32) };
}

interface Reading {
  tags: readonly Tag[];
  controlBytes: number;
  entries: IndexEntry[];
}

function readEntries(record: Uint8Array, { tags, controlBytes, entries }: Reading): void {
  if (!hasMark(record, 0, 'INDX')) throw damaged('An index of the book is truncated');
  const starts = u32be(record, 20);
  if (!hasMark(record, starts, 'IDXT')) throw damaged('An index of the book is truncated');
  const count = Math.min(u32be(record, 24), (record.length - starts) / 2, maxEntries - entries.length);
  for (let i = 0; i < count; i++) {
    const at = u16be(record, starts + 4 + i * 2);
    const nameEnd = at + 1 + (record[at] ?? 0);
    entries.push({
      name: record.subarray(at + 1, nameEnd),
      values: readValues(record, nameEnd, { tags, controlBytes }),
    });
  }
}

/** Share of a tag: a number of values, or a number of bytes with values. */
interface Share {
  tag: number;
  count?: number;
  bytes?: number;
}

function readValues(
  record: Uint8Array,
  start: number,
  { tags, controlBytes }: Pick<Reading, 'tags' | 'controlBytes'>,
): Map<number, number[]> {
  let control = start;
  let at = start + controlBytes;
  const shares: Share[] = [];
  for (const { tag, valuesPerEntry, mask, isEnd } of tags) {
    if (isEnd) {
      control += 1;
      continue;
    }
    const masked = (record[control] ?? 0) & mask;
    if (masked === 0) continue;
    if (masked === mask && (mask & (mask - 1)) !== 0) {
      const { value: bytes, end } = readNumber(record, at);
      at = end;
      shares.push({ tag, bytes });
    } else {
      shares.push({ tag, count: (masked / (mask & -mask)) * valuesPerEntry });
    }
  }
  const values = new Map<number, number[]>();
  for (const { tag, count = maxValues, bytes } of shares) {
    const list: number[] = [];
    const until = bytes === undefined ? record.length : Math.min(record.length, at + bytes);
    while (at < until && list.length < Math.min(count, maxValues)) {
      const { value, end } = readNumber(record, at);
      list.push(value);
      at = end;
    }
    values.set(tag, [...(values.get(tag) ?? []), ...list]);
  }
  return values;
}

/** Reads seven bits per byte, the highest first. The last byte has the high bit. */
function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  let at = start;
  while (at < bytes.length && at < start + 5) {
    const byte = bytes[at++] ?? 0x80;
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) break;
  }
  return { value, end: at };
}
