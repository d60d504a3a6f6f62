import { expect, test } from 'vitest';
import type { DiskSpace } from '#infrastructure/files/free-bytes.ts';
import { Disks } from './disks.ts';

const GiB = 1024 ** 3;
const data = { path: '/data', libraryId: null };
const toSpace = (device: number, freeBytes = 50 * GiB): DiskSpace => ({
  device,
  totalBytes: 100 * GiB,
  freeBytes,
});

test('returns one entry for the folders of a disk, and omits folders that cannot be read', async () => {
  const disks = new Disks(
    () => 0,
    async (path) => {
      if (path === '/missing') throw new Error('ENOENT');
      return toSpace(path === '/other' ? 2 : 1);
    },
  );
  const folders = [
    data,
    { path: '/comics', libraryId: 'a' },
    { path: '/comics/more', libraryId: 'a' },
    { path: '/other', libraryId: 'b' },
    { path: '/missing', libraryId: 'c' },
  ];
  expect(await disks.list(folders)).toMatchObject([
    { hasServerData: true, libraryIds: ['a'] },
    { hasServerData: false, libraryIds: ['b'], totalBytes: 100 * GiB, freeBytes: 50 * GiB },
  ]);
});

test.each([
  [100, 4.9, true],
  [100, 5.1, false],
  [10_000, 6, false],
  [10, 0.4, true],
  [10, 0.6, false],
])('of %d GiB with %d GiB free: low is %s', async (total, free, isLow) => {
  const disks = new Disks(
    () => 0,
    async () => ({ device: 1, totalBytes: total * GiB, freeBytes: free * GiB }),
  );
  expect((await disks.list([data]))[0]?.isLow).toBe(isLow);
});

test('measures a folder once a minute, and one folder of a library at a time', async () => {
  let nowMs = 0;
  let running = 0;
  const asked: string[] = [];
  const disks = new Disks(
    () => nowMs,
    async (path) => {
      asked.push(path);
      if (path === '/data') return toSpace(1);
      running++;
      await Promise.resolve();
      expect(running).toBe(1);
      running--;
      return toSpace(1);
    },
  );
  const paths = ['/data', '/comics', '/manga'];
  const folders = [data, { path: '/comics', libraryId: 'a' }, { path: '/manga', libraryId: 'b' }];
  await Promise.all([disks.list(folders), disks.list(folders)]);
  nowMs = 59_000;
  await disks.list(folders);
  expect(asked).toEqual(paths);
  nowMs = 61_000;
  await disks.list(folders);
  expect(asked).toEqual([...paths, ...paths]);
});

test('omits a disk that does not respond, and does not ask it again meanwhile', async () => {
  let nowMs = 0;
  let asked = 0;
  const answer = Promise.withResolvers<DiskSpace>();
  const disks = new Disks(
    () => nowMs,
    async (path) => {
      if (path === '/data') return toSpace(1);
      asked++;
      return answer.promise;
    },
    1,
  );
  const folders = [data, { path: '/away', libraryId: 'a' }];
  expect(await disks.list(folders)).toHaveLength(1);
  // The data folder is measured again although the other disk still blocks.
  nowMs = 120_000;
  expect(await disks.list(folders)).toMatchObject([{ hasServerData: true }]);
  nowMs = 130_000;
  answer.resolve(toSpace(2));
  await answer.promise;
  expect(await disks.list(folders)).toHaveLength(2);
  expect(asked).toBe(1);
});
