import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeImage } from '../../../server/test/makers/images.ts';
import { loadSharp } from './sharp.ts';

test('blocks loaders of formats that are not pages, for every caller of sharp', async () => {
  const sharp = await loadSharp();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sharp-'));
  const path = join(folder, 'picture.v');
  await sharp(await makeImage()).toFile(path);
  await expect(sharp(path).metadata()).rejects.toThrow('unsupported image format');
  await rm(folder, { recursive: true });
});

test('uses one thread per image and no cache', async () => {
  const sharp = await loadSharp();
  expect(sharp.concurrency()).toBe(1);
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, items: { max: 0 } });
});
