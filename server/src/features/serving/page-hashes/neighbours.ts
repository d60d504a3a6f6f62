// Finds similar pages in a large set. Hashes with few differing bits share at least one group of three bytes. Pages are
// sorted by each group, and only pages with equal groups are compared. Sorting dominates the time; memory is about 40
// bytes per page.
import { createYielder } from '#infrastructure/yield.ts';
import type { PageTable } from './page-table.ts';

interface Band {
  bytes: readonly [number, number, number];
  /** Additional bytes that split groups with too many pages. */
  more: readonly number[];
}

/** Bytes of a hash that form a group: adjacent areas of the image, in both directions. */
const bands: readonly Band[] = [
  { bytes: [0, 8, 1], more: [9, 2] },
  { bytes: [9, 2, 10], more: [3, 11] },
  { bytes: [3, 11, 4], more: [12, 5] },
  { bytes: [12, 5, 13], more: [6, 14] },
  { bytes: [6, 14, 7], more: [15, 5] },
];
/** Group value and page index in one number: the index is in the lower bits. */
const places = 2 ** 28;
/** Groups are sorted in parts, to yield to the event loop in between. */
const parts = 64;
/** Maximum number of pages compared pairwise. In larger groups, each page is compared with this many distinct ones. */
const maxTogether = 48;
/** Pages to process before yielding to the event loop. */
const atOnce = 512;

interface Query {
  pages: PageTable;
  /** Maximum number of differing bits. */
  maxBits: number;
  signal: AbortSignal;
  /** Called for similar pages, possibly more than once. Large groups do not report all pairs. */
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

/** Keys of group value and page index, sorted by group value. */
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

/** Compares the pages of a group pairwise; a large group is split by additional bytes first. */
async function compareGroup(finding: Finding, keys: Float64Array, band: Band): Promise<void> {
  // These areas are empty: equal values do not indicate similarity.
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
