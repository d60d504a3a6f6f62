// Generates a large number of comics for the similarity search without files: random hashes, some repeated with a few
// changed bits.
import { randomInt } from 'node:crypto';
import { hashBytes } from '@lectern/formats/image/perceptual-hash';
import { compare } from '#features/serving/page-hashes/compare.ts';
import { type HashedBook, PageTable } from '#features/serving/page-hashes/page-table.ts';
import { choosePages, encodeHashes, type PageHash } from '#features/serving/page-hashes/pages.ts';
import { createYielder } from '#infrastructure/yield.ts';

export interface ComparisonFigures {
  pages: number;
  seconds: number;
  /** Longest time without yielding to the event loop. */
  heldMs: number;
  /** Number of comics that exist as a second scan, and number of those that were found. */
  twins: number;
  found: number;
  wrong: number;
  grownMb: number;
}

const pageCount = 32;
const perSeries = 30;
/** Every fiftieth comic is a second scan of an earlier one, with this many bits of each page changed. */
const twinEvery = 50;
const twinBits = 8;

/** Resembles real page hashes: a third of the rows is empty, and neighboring rows are similar. */
function aHash(): Uint8Array {
  const lines = [0, 0, 0, 0xff, 0x0f, 0xf0];
  return Uint8Array.from({ length: hashBytes }, () => lines[randomInt(12)] ?? randomInt(256));
}

function changed(hash: Uint8Array): Uint8Array {
  const other = Uint8Array.from(hash);
  for (let i = 0; i < twinBits; i++) {
    const bit = randomInt(hashBytes * 8);
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  }
  return other;
}

const toId = (i: number): string => i.toString().padStart(12, '0');

function makeBooks(count: number): HashedBook[] {
  const numbers = choosePages(pageCount);
  const recent: PageHash[][] = [];
  return Array.from({ length: count }, (_, i) => {
    const twin = i % twinEvery === 0 ? recent[i - perSeries] : undefined;
    const pages = numbers.map((number, at) => ({
      number,
      hash: twin?.[at] ? changed(twin[at].hash) : aHash(),
    }));
    recent[i] = pages;
    delete recent[i - perSeries - 1];
    const seriesId = toId(Math.floor(i / perSeries));
    return { id: toId(i), libraryId: '', seriesId, fileHash: toId(i), pageCount, pages: encodeHashes(pages) };
  });
}

export async function compareMany(count: number): Promise<ComparisonFigures> {
  const books = makeBooks(count);
  const beforeMb = process.memoryUsage.rss() / 1024 ** 2;
  let heldMs = 0;
  let lastMs = performance.now();
  let grownMb = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    heldMs = Math.max(heldMs, nowMs - lastMs);
    lastMs = nowMs;
    grownMb = Math.max(grownMb, process.memoryUsage.rss() / 1024 ** 2 - beforeMb);
  }, 1);
  const startMs = performance.now();
  const table = await new PageTable(books).fill(createYielder());
  const { pairs } = await compare(table, new AbortController().signal);
  const seconds = (performance.now() - startMs) / 1000;
  clearInterval(timer);
  const isTwin = (bookId: string, otherId: string) =>
    Number(otherId) - Number(bookId) === perSeries && Number(otherId) % twinEvery === 0;
  const found = pairs.filter(({ bookId, otherId }) => isTwin(bookId, otherId)).length;
  const twins = Math.floor((count - 1) / twinEvery);
  return { pages: table.length, seconds, heldMs, twins, found, wrong: pairs.length - found, grownMb };
}
