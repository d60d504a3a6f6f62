import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { BookFile } from '#catalog/books/files.ts';
import { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import type { UnpackedEntry, UnpackJob } from './jobs.ts';
import type { PageMap } from './page-maps.ts';
import { UnpackedPages } from './unpacked.ts';

const pageBytes = 1_000;
const bytesOf = (index: number) => Buffer.alloc(pageBytes, index);

const book = { id: 'book', root: '/books', relativePath: 'Solid.cbr' } as BookFile;
const entries = Array.from({ length: 10 }, (_, index) => ({
  name: `${index}.png`,
  mediaType: 'image/png',
  method: 'other' as const,
  crc32: null,
  sizeBytes: pageBytes,
  packedBytes: pageBytes,
  offset: 0,
  index,
  width: 1,
  height: 1,
  isDouble: false,
}));
const map = { version: '1', isSolid: true, pages: entries, resources: [] as unknown } as PageMap;
const pageAt = (index: number) => entries[index] ?? entries[0];

interface Run {
  name: string;
  input: unknown;
  timeoutMs: number;
  onPartial?(value: unknown): void;
}

/** Workers that unpack immediately, and a cache with a limited number of pages. */
function make({ maxPages, cachedPages = 1_000 }: { maxPages: number; cachedPages?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-unpacked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cache = new DiskCache({ folder, maxBytes: () => cachedPages * pageBytes, extension: '.bin' });
  const runs: Run[] = [];
  const passes = () =>
    runs.map(({ name, input }) => (name === 'pages.unpack' ? (input as UnpackJob).indexes : name));
  const run = async (request: Run) => {
    runs.push(request);
    if (request.name === 'pages.entry')
      return bytesOf((request.input as { entry: { index: number } }).entry.index);
    for (const index of (request.input as UnpackJob).indexes) {
      await setImmediate();
      const entry: UnpackedEntry =
        index === 9
          ? { index, message: 'It is damaged', reason: 'damaged' }
          : { index, bytes: bytesOf(index) };
      request.onPartial?.(entry);
    }
    return undefined;
  };
  const unpacked = new UnpackedPages({
    pool: () => ({ run: run as never }),
    cache,
    maxPassBytes: () => maxPages * pageBytes,
  });
  const read = (index: number) => {
    const entry = pageAt(index);
    if (!entry) throw new Error('There is no such page');
    return unpacked.read(book, map, entry);
  };
  return { read, passes, runs };
}

test('unpacks a solid archive in one pass, starting from any requested page', async () => {
  const { read, passes } = make({ maxPages: 10 });
  for (const index of [4, 0, 8]) expect(await read(index)).toEqual(bytesOf(index));
  expect(passes()).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});

test('unpacks an archive larger than a pass from the requested page on, and again after the last page of a pass', async () => {
  const { read, passes, runs } = make({ maxPages: 3 });
  for (const index of [2, 3, 4, 5, 6, 7, 3]) expect(await read(index)).toEqual(bytesOf(index));
  expect(passes()).toEqual([
    [2, 3, 4],
    [5, 6, 7],
  ]);
  expect(runs.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000.4, 60_001]);
});

test('unpacks a page larger than a pass separately', async () => {
  const { read, passes } = make({ maxPages: 0.5 });
  expect(await read(3)).toEqual(bytesOf(3));
  expect(passes()).toEqual([[3]]);
});

test('concurrent requests share a pass, and pages missing from the cache are unpacked separately', async () => {
  const { read, passes } = make({ maxPages: 10, cachedPages: 2 });
  const all = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8].map(read));
  expect(all).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map(bytesOf));
  expect(passes().filter((pass) => pass !== 'pages.entry')).toHaveLength(1);
});

test('reports a page that cannot be unpacked, and reads the others', async () => {
  const { read, passes } = make({ maxPages: 10 });
  await expect(read(9)).rejects.toMatchObject({ code: 'page_extraction_failed' });
  expect(await read(1)).toEqual(bytesOf(1));
  expect(passes()).toHaveLength(1);
});
