import { expect, test } from 'vitest';
import type { FileToRead, ReadOptions } from '../book-parsing/index.ts';
import { createPipeline, type Round, type Waiting } from './pipeline.ts';
import type { ReadFile } from './read-file.ts';

const reading = { fileHash: '', faults: [] } as unknown as Parameters<ReadOptions['onResult']>[1];

const toWaiting = (index: number): Waiting => ({
  rootId: 'root',
  folder: 'Full',
  name: `Full ${index}.cbz`,
  knownId: undefined,
  sizeBytes: 1,
  modifiedUs: 1,
});

test('imports a folder with more files than a call accepts arguments in parts', async () => {
  const count = 200_000;
  const sizes = { read: [] as number[], saved: [] as number[] };
  let done = 0;
  const pipeline = createPipeline({
    async readBooks(files: readonly FileToRead[], { onResult }: ReadOptions) {
      sizes.read.push(files.length);
      for (const index of files.keys()) onResult(index, reading);
    },
    async saveBatch(files: readonly ReadFile[]) {
      sizes.saved.push(files.length);
      return { added: files.length, returnedIds: [], seriesIds: ['full'], later: [], waiting: [] };
    },
  });
  async function* folders() {
    yield Array.from({ length: count }, (_, i) => toWaiting(i));
  }
  const round = {
    library: { roots: [{ id: 'root', path: '/books' }], hashing: 'fingerprint' },
    signal: new AbortController().signal,
    onProgress(files: number) {
      done += files;
    },
    onBackup() {},
    onReturned() {},
  } as unknown as Round;
  expect(await pipeline(folders(), round)).toEqual(new Set(['full']));
  expect(done).toBe(count);
  expect(sizes.read.reduce((sum, size) => sum + size)).toBe(count);
  expect(Math.max(...sizes.read)).toBeLessThan(1_300);
  expect(Math.max(...sizes.saved)).toBeLessThan(200);
});
