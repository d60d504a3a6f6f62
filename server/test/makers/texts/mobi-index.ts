// Index records of a MOBI file: INDX with TAGX, entries, and labels (CNCX).
import { bytesOf, u16, u32 } from '../bytes.ts';

interface IndexedEntry {
  name: string;
  /** Values by tag, as many as the tag has. */
  values: Readonly<Record<number, readonly number[]>>;
}

export interface IndexSpec {
  /** Number of values of each tag. */
  tags: readonly (readonly [tag: number, values: number])[];
  entries: readonly IndexedEntry[];
  labels?: Uint8Array;
  /** Entry count in the header instead of the true one. */
  declaredEntries?: number;
}

const headerBytes = 192;
/** Offsets in a record have 16 bits. */
const entriesOfRecord = 1_000;

/** Returns the records of an index. The first is the one that the header refers to. */
export function makeIndex({ tags, entries, labels, declaredEntries }: IndexSpec): Buffer[] {
  const tagTable = Buffer.concat([
    ...tags.map(([tag, values], i) => Buffer.of(tag, values, 1 << i, 0)),
    Buffer.of(0, 0, 0, 1),
  ]);
  const tagx = bytesOf('TAGX', be32(12 + tagTable.length), be32(1), tagTable);
  const groups = Array.from({ length: Math.max(1, Math.ceil(entries.length / entriesOfRecord)) }, (_, i) =>
    entries.slice(i * entriesOfRecord, (i + 1) * entriesOfRecord),
  );
  const main = Buffer.concat([makeHeader({ start: 0, count: groups.length, labels: labels ? 1 : 0 }), tagx]);
  const records = groups.map((group) => makeEntries(tags, group, declaredEntries));
  return [main, ...records, ...(labels ? [Buffer.from(labels)] : [])];
}

function makeEntries(tags: IndexSpec['tags'], entries: readonly IndexedEntry[], declared = entries.length) {
  const parts: Buffer[] = [];
  const starts: Buffer[] = [];
  let at = headerBytes;
  for (const { name, values } of entries) {
    const present = tags.map(([tag]) => values[tag] !== undefined);
    const control = present.reduce((bits, is, i) => bits | (is ? 1 << i : 0), 0);
    const numbers = tags.flatMap(([tag]) => (values[tag] ?? []).map(toNumber));
    const entry = Buffer.concat([Buffer.of(name.length), Buffer.from(name), Buffer.of(control), ...numbers]);
    starts.push(be16(at));
    parts.push(entry);
    at += entry.length;
  }
  const header = makeHeader({ start: at, count: declared, labels: 0 });
  return Buffer.concat([header, ...parts, Buffer.from('IDXT'), ...starts]);
}

function makeHeader({ start, count, labels }: { start: number; count: number; labels: number }): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('INDX');
  header.writeUInt32BE(headerBytes, 4);
  header.writeUInt32BE(start, 20);
  header.writeUInt32BE(count, 24);
  header.writeUInt32BE(65001, 28);
  header.writeUInt32BE(labels, 52);
  return header;
}

/** Concatenates the labels and returns their offsets. */
export function makeLabels(texts: readonly string[]): { bytes: Buffer; offsets: number[] } {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const text of texts) {
    const label = Buffer.concat([toNumber(Buffer.byteLength(text)), Buffer.from(text)]);
    offsets.push(at);
    parts.push(label);
    at += label.length;
  }
  return { bytes: Buffer.concat(parts), offsets };
}

function toNumber(value: number): Buffer {
  const digits = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(rest & 0x7f);
  digits[digits.length - 1] = (digits.at(-1) ?? 0) | 0x80;
  return Buffer.from(digits);
}

export const be16 = (value: number): Buffer => u16(value).reverse();
export const be32 = (value: number): Buffer => u32(value).reverse();
