import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Change, drawBlank, drawPage } from '../../../server/test/makers/images.ts';
import { countDifferences, hashBytes, hashPicture } from './perceptual-hash.ts';

async function hash(bytes: Uint8Array): Promise<Uint8Array> {
  const found = await hashPicture(bytes);
  if (!found) throw new Error('The image is blank');
  return found;
}

/** Crops `share` of the width and of the height, half on each side. */
const crop =
  (share: number): Change =>
  (picture) =>
    picture.extract({
      left: Math.round((350 * share) / 2),
      top: Math.round((500 * share) / 2),
      width: Math.round(350 * (1 - share)),
      height: Math.round(500 * (1 - share)),
    });

test.each<[string, Change, number]>([
  ['in another size', (picture) => picture.resize(200), 10],
  ['with another aspect ratio', (picture) => picture.resize(700, 900, { fit: 'fill' }), 6],
  ['with more compression', (picture) => picture.blur(2), 6],
  ['brighter', (picture) => picture.linear(0.9, 20), 6],
  ['cropped by 3 %', crop(0.03), 16],
])('recognizes a page %s', async (_, change, max) => {
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    expect(
      countDifferences(await hash(await drawPage(name)), await hash(await drawPage(name, change))),
    ).toBeLessThanOrEqual(max);
});

test('distinguishes different pages', async () => {
  const hashes = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => hash(await drawPage(`page ${i}`))),
  );
  expect(hashes[0]).toHaveLength(hashBytes);
  for (const [i, one] of hashes.entries())
    for (const other of hashes.slice(i + 1)) expect(countDifferences(one, other)).toBeGreaterThan(20);
});

test('hashes pages of any format', async () => {
  const page = await drawPage('formats');
  for (const format of ['png', 'webp', 'avif', 'gif'] as const)
    expect(
      countDifferences(await hash(page), await hash(await sharp(page).toFormat(format).toBuffer())),
    ).toBeLessThanOrEqual(6);
});

test('returns undefined for blank and nearly blank pages', async () => {
  expect(await hashPicture(await drawBlank())).toBeUndefined();
  const dotted = await sharp(await drawBlank())
    .composite([
      { input: { create: { width: 12, height: 12, channels: 3, background: '#000' } }, top: 250, left: 170 },
    ])
    .jpeg()
    .toBuffer();
  expect(await hashPicture(dotted)).toBeUndefined();
});

test('rejects data that is not an image', async () => {
  await expect(hashPicture(Buffer.from('no picture'))).rejects.toMatchObject({ reason: 'undecodable' });
});
