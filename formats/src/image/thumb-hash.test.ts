import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { makeHashedThumbnail, makeThumbnail } from './convert.ts';
import { toThumbHash } from './thumb-hash.ts';

async function draw(width: number, height: number, background: string) {
  const picture = sharp({ create: { width, height, channels: 3, background } });
  return { pixels: await picture.raw().toBuffer(), width, height, channels: 3 as const };
}
const decode = (hash: string) => new Uint8Array(Buffer.from(hash, 'base64'));

test('encodes shape and color in a few bytes', async () => {
  const hash = toThumbHash(await draw(200, 300, '#c03020'));
  expect(hash.length).toBeLessThan(40);
  const { r, g, b } = thumbHashToAverageRGBA(decode(hash));
  // #c03020, within the precision of five bits per part.
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
])('encodes an image of %i x %i', async (width, height) => {
  expect(decode(toThumbHash(await draw(width, height, 'white'))).length).toBeGreaterThan(4);
});

test('encodes a gray image', async () => {
  const { r, g, b } = thumbHashToAverageRGBA(decode(toThumbHash(await draw(20, 30, '#777'))));
  expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.05);
});

test('makes the same thumbnail with and without its hash, for color, gray and transparency', async () => {
  const box = { maxWidth: 60, maxHeight: 90 };
  const noise = await draw(300, 200, '#c03020');
  noise.pixels.forEach((value, i) => {
    noise.pixels[i] = (value + i * 7) % 256;
  });
  const { pixels, ...raw } = noise;
  const pictures = [
    sharp(pixels, { raw }).jpeg(),
    sharp(pixels, { raw }).greyscale().jpeg(),
    sharp(pixels, { raw }).ensureAlpha(0.5).png(),
  ];
  for (const picture of pictures) {
    const file = await picture.toBuffer();
    const { thumbHash, ...hashed } = await makeHashedThumbnail(file, box);
    expect(hashed).toEqual(await makeThumbnail(file, box));
    expect(decode(thumbHash).length).toBeGreaterThan(4);
  }
});
