import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { toThumbHash } from './thumb-hash.ts';

const draw = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const decode = (hash: string) => new Uint8Array(Buffer.from(hash, 'base64'));

test('a ThumbHash tells shape and colour in a few bytes', async () => {
  const hash = await toThumbHash(await draw(200, 300, '#c03020'));
  expect(hash.length).toBeLessThan(40);
  const { r, g, b } = thumbHashToAverageRGBA(decode(hash));
  // #c03020, as near as five bits a part come.
  for (const [part, drawn] of [
    [r, 0xc0],
    [g, 0x30],
    [b, 0x20],
  ] as const)
    expect(Math.abs(part - drawn / 255)).toBeLessThan(0.08);
  expect(thumbHashToApproximateAspectRatio(decode(hash))).toBeLessThan(1);
});

test.each([
  [1, 1],
  [4000, 2],
  [2, 4000],
])('a picture of %i x %i has one, too', async (width, height) => {
  expect(decode(await toThumbHash(await draw(width, height, 'white'))).length).toBeGreaterThan(4);
});

test('so has one in grey', async () => {
  const grey = await sharp(await draw(20, 30, '#777'))
    .greyscale()
    .jpeg()
    .toBuffer();
  const { r, g, b } = thumbHashToAverageRGBA(decode(await toThumbHash(grey)));
  expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.05);
});
