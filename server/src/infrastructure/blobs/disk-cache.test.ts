import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BlobStore } from './blobs.ts';
import { DiskCache } from './disk-cache.ts';

const folders: string[] = [];
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-blobs-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const kilobyte = (fill: number) => Buffer.alloc(1024, fill);

test('removes the least recently used file when the cache is full', async () => {
  const cache = new DiskCache({ folder: aFolder(), maxBytes: () => 3 * 1024, extension: '.jpg' });
  for (const key of ['a/1', 'a/2', 'b/1']) await cache.put(key, kilobyte(1));
  expect(await cache.find('a/1')).toEqual(kilobyte(1));
  await cache.put('b/2', kilobyte(2));
  expect(await cache.find('a/2')).toBeUndefined();
  expect((await cache.keys()).sort()).toEqual(['a/1', 'b/1', 'b/2']);
  expect(await cache.stats()).toMatchObject({ files: 3, sizeBytes: 3 * 1024 });
});

test('a restart keeps cached files and deletes incomplete ones of a crash', async () => {
  const folder = aFolder();
  await new DiskCache({ folder, maxBytes: () => 10_000, extension: '.jpg' }).put('a/1', kilobyte(1));
  writeFileSync(join(folder, 'a', '2.jpg.abc.tmp'), 'half');
  const again = new DiskCache({ folder, maxBytes: () => 10_000, extension: '.jpg' });
  expect(await again.find('a/1')).toEqual(kilobyte(1));
  expect(await again.stats()).toMatchObject({ files: 1, sizeBytes: 1024 });
  expect(existsSync(join(folder, 'a', '2.jpg.abc.tmp'))).toBe(false);
});

test('a disk that fails is reported and only disables the cache', async () => {
  const folder = aFolder();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push((error as NodeJS.ErrnoException).code);
  const cache = new DiskCache({ folder, maxBytes: () => 10_000, extension: '.jpg', onFailure });
  writeFileSync(join(folder, 'a'), 'a file where a folder should be');
  await cache.put('a/1', kilobyte(1));
  expect(await cache.find('a/1')).toBeUndefined();
  expect(failures).toHaveLength(2);
  expect(await cache.stats()).toMatchObject({ files: 0, sizeBytes: 0 });
  await cache.put('b/1', kilobyte(1));
  expect(await cache.find('b/1')).toEqual(kilobyte(1));
});

test("deletes and counts a book's files and old files", async () => {
  const cache = new DiskCache({ folder: aFolder(), maxBytes: () => 10_000, extension: '.jpg' });
  await cache.put('a/1', kilobyte(1));
  await cache.put('a/2', kilobyte(1));
  await cache.put('b/1', kilobyte(1));
  expect(await cache.removePrefix('a/')).toEqual({ files: 2, sizeBytes: 2048 });
  expect(await cache.removeOlderThan(Date.now() + 1_000)).toEqual({ files: 1, sizeBytes: 1024 });
  expect(await cache.stats()).toEqual({ files: 0, sizeBytes: 0, oldestMs: null });
});

test('a file that was deleted from the folder is a miss, not an error', async () => {
  const folder = aFolder();
  const cache = new DiskCache({ folder, maxBytes: () => 10_000, extension: '.jpg' });
  await cache.put('a/1', kilobyte(1));
  rmSync(join(folder, 'a', '1.jpg'));
  expect(await cache.find('a/1')).toBeUndefined();
  expect((await cache.stats()).files).toBe(0);
});

test('writes a blob completely, replaces it and deletes it', async () => {
  const folder = aFolder();
  const blobs = new BlobStore(folder, '.jpg');
  expect(await blobs.find('0192-ab')).toBeUndefined();
  await blobs.write('0192-ab', kilobyte(1));
  await blobs.write('0192-ab', Buffer.from('new'));
  expect((await blobs.find('0192-ab'))?.bytes.toString()).toBe('new');
  expect(readdirSync(join(folder, 'ab'))).toEqual(['0192-ab.jpg']);
  await blobs.remove('0192-ab');
  expect(await blobs.find('0192-ab')).toBeUndefined();
});

test('a failed write leaves no file and keeps the old bytes', async () => {
  const folder = aFolder();
  const blobs = new BlobStore(folder, '.jpg');
  mkdirSync(join(folder, 'cd', 'x-cd.jpg'), { recursive: true });
  await expect(blobs.write('x-cd', Buffer.from('bytes'))).rejects.toThrow();
  expect(readdirSync(join(folder, 'cd'))).toEqual(['x-cd.jpg']);
});
