// Finds pages that look alike among very many. Pages that differ in few bits have some three of their bytes in common: those
// are sorted, and only what stands side by side is compared. Time grows as sorting does; memory is some 40 bytes a page.
import { createYielder } from '#infrastructure/yield.ts';
import type { PageTable } from './page-table.ts';

interface Band {
  bytes: readonly [number, number, number];
  /** Of pages that are too many to be compared with each other, those of these bytes, too. */
  more: readonly number[];
}

/** Bytes of a hash by which pages are brought together: fields that lie side by side, in both directions. */
const bands: readonly Band[] = [
  { bytes: [0, 8, 1], more: [9, 2] },
  { bytes: [9, 2, 10], more: [3, 11] },
  { bytes: [3, 11, 4], more: [12, 5] },
  { bytes: [12, 5, 13], more: [6, 14] },
  { bytes: [6, 14, 7], more: [15, 5] },
];
/** A band and a place in one number: the place is in the lower bits. */
const places = 2 ** 28;
/** Bands are sorted in parts, so that others have their turn in between. */
const parts = 64;
/** So many pages are compared with each other; of more that have all in common, each with so many that differ. */
const maxTogether = 48;
/** Pages after which others may have their turn. */
const atOnce = 512;

interface Query {
  pages: PageTable;
  /** Bits in which neighbours differ at most. */
  maxBits: number;
  signal: AbortSignal;
  /** Two that look alike, which may come more than once; of a large group not each with each. */
  onPair(a: number, b: number, bits: number): void;
}

interface Finding extends Query {
  yieldIfDue(): Promise<void>;
}

export async function findNeighbours(query: Query): Promise<void> {
  const yieldIfDue = createYielder();
  const finding = { ...query, yieldIfDue };
  for (const band of bands) {
    for (const keys of await toSortedParts(finding, band)) {
      finding.signal.throwIfAborted();
      let start = 0;
      for (let end = 1; end <= keys.length; end++) {
        if (end < keys.length && toBand(keys[end]) === toBand(keys[start])) continue;
        if (end - start > 1) await compareGroup(finding, keys.subarray(start, end), band);
        start = end;
      }
    }
  }
}

const toBand = (key = 0): number => Math.floor(key / places);
const toPlace = (key: number): number => key % places;

/** The band and the place of each, sorted by the band. */
async function toSortedParts(
  { pages, yieldIfDue }: Finding,
  { bytes: [first, second, third] }: Band,
): Promise<Float64Array[]> {
  const toPart = (i: number) => pages.byteAt(i, first) % parts;
  const lengths = new Uint32Array(parts);
  for (let i = 0; i < pages.length; i++) {
    lengths[toPart(i)] = (lengths[toPart(i)] ?? 0) + 1;
    if (i % atOnce === 0) await yieldIfDue();
  }
  const all = Array.from(lengths, (length) => new Float64Array(length));
  lengths.fill(0);
  for (let i = 0; i < pages.length; i++) {
    const value = (pages.byteAt(i, first) << 16) | (pages.byteAt(i, second) << 8) | pages.byteAt(i, third);
    const part = toPart(i);
    const at = lengths[part] ?? 0;
    lengths[part] = at + 1;
    const keys = all[part];
    if (keys) keys[at] = value * places + i;
    if (i % atOnce === 0) await yieldIfDue();
  }
  for (const keys of all) {
    keys.sort();
    await yieldIfDue();
  }
  return all;
}

/** Those of a band: each with each, those of a large group where they have more in common. */
async function compareGroup(finding: Finding, keys: Float64Array, band: Band): Promise<void> {
  // Nothing is there in any of these fields: such pages have nothing in common by that.
  if (toBand(keys[0]) === 0) return;
  await compareAll(finding, Array.from(keys, toPlace), band.more);
}

async function compareAll(
  finding: Finding,
  group: readonly number[],
  [more, ...rest]: readonly number[],
): Promise<void> {
  const { pages } = finding;
  if (group.length > maxTogether && more !== undefined) {
    for (const part of Map.groupBy(group, (page) => pages.byteAt(page, more)).values())
      if (part.length > 1) await compareAll(finding, part, rest);
    return;
  }
  const leaders: number[] = [];
  for (const page of group) {
    let isAlone = true;
    for (const leader of leaders) {
      const bits = pages.countDifferences(page, leader, finding.maxBits);
      if (bits > finding.maxBits) continue;
      finding.onPair(leader, page, bits);
      isAlone = false;
    }
    if ((isAlone || group.length <= maxTogether) && leaders.length < maxTogether) leaders.push(page);
  }
  await finding.yieldIfDue();
}
