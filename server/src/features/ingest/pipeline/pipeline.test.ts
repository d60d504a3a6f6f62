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

async function* toFolder(count: number) {
  yield Array.from({ length: count }, (_, i) => toWaiting(i));
}

const toRound = (onProgress: (files: number) => void): Round =>
  ({
    library: { roots: [{ id: 'root', path: '/books' }], hashing: 'fingerprint' },
    signal: new AbortController().signal,
    onProgress,
    onBackup() {},
    onReturned() {},
  }) as unknown as Round;

const ignore = (): void => {};

const toSaved = (files: readonly ReadFile[]) => ({
  added: files.length,
  returnedIds: [],
  seriesIds: ['full'],
  later: [],
  waiting: [],
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
      return toSaved(files);
    },
  });
  const round = toRound((files) => {
    done += files;
  });
  expect(await pipeline(toFolder(count), round)).toEqual(new Set(['full']));
  expect(done).toBe(count);
  expect(sizes.read.reduce((sum, size) => sum + size)).toBe(count);
  expect(Math.max(...sizes.read)).toBeLessThan(1_300);
  expect(Math.max(...sizes.saved)).toBeLessThan(200);
});

test('reads a limited number of files ahead of a slow transaction, and continues after it', async () => {
  const firstSave = Promise.withResolvers<void>();
  const stalled = Promise.withResolvers<void>();
  let read = 0;
  let saved = 0;
  const pipeline = createPipeline({
    async readBooks(files: readonly FileToRead[], { onResult }: ReadOptions) {
      await Promise.resolve();
      for (const index of files.keys()) onResult(index, reading);
      read += files.length;
      if (read > 500) stalled.resolve();
    },
    async saveBatch(files: readonly ReadFile[]) {
      await firstSave.promise;
      saved += files.length;
      return toSaved(files);
    },
  });
  const done = pipeline(toFolder(2_000), toRound(ignore));
  await stalled.promise;
  // One batch is being saved; the others wait.
  expect([read <= 700, saved]).toEqual([true, 0]);
  firstSave.resolve();
  await done;
  expect([read, saved]).toEqual([2_000, 2_000]);
});

test('saves the files that were read before reading failed', async () => {
  const failure = new Error('aborted');
  let read = 0;
  let saved = 0;
  const pipeline = createPipeline({
    async readBooks(files: readonly FileToRead[], { onResult }: ReadOptions) {
      if (files.some(({ relativePath }) => relativePath.endsWith(' 200.cbz'))) throw failure;
      for (const index of files.keys()) onResult(index, reading);
      read += files.length;
    },
    async saveBatch(files: readonly ReadFile[]) {
      saved += files.length;
      return toSaved(files);
    },
  });
  await expect(pipeline(toFolder(100_000), toRound(ignore))).rejects.toBe(failure);
  expect(read).toBeGreaterThanOrEqual(192);
  expect(saved).toBe(read);
});

test('stops reading when files cannot be saved', async () => {
  const failure = new Error('disk full');
  let read = 0;
  const pipeline = createPipeline({
    async readBooks(files: readonly FileToRead[], { onResult }: ReadOptions) {
      read += files.length;
      for (const index of files.keys()) onResult(index, reading);
    },
    async saveBatch() {
      throw failure;
    },
  });
  await expect(pipeline(toFolder(100_000), toRound(ignore))).rejects.toBe(failure);
  expect(read).toBeLessThan(1_000);
});
