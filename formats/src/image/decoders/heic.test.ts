import sharp from 'sharp';
import { expect, test } from 'vitest';
import { faultOfPromise } from '../../../../server/test/faults.ts';
import { makeHeic } from '../../../../server/test/makers/images.ts';
import { seededRandom } from '../../../../server/test/mutations.ts';
import { FormatError } from '../../error.ts';
import { defaultLimits } from '../../limits.ts';
import { convertImage, makeThumbnail } from '../convert.ts';
import { readImageHeader } from '../header.ts';

const box = { maxWidth: 32, maxHeight: 32 };

async function readColors(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  return [at(4, 4), at(info.width - 5, info.height - 5)].map((color) =>
    color.map((one) => (one > 128 ? 1 : 0)),
  );
}

test('reads the size of a HEIC image and converts it to any format', async () => {
  const heic = makeHeic();
  expect(readImageHeader(heic)).toMatchObject({ mediaType: 'image/heic', width: 64, height: 48 });
  for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
    const { bytes, width, height } = await convertImage(heic, { format });
    expect([format, width, height]).toEqual([format, 64, 48]);
    expect(await readColors(bytes)).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  }
  const small = await makeThumbnail(heic, box);
  expect([small.width, small.height, small.mediaType]).toEqual([32, 24, 'image/jpeg']);
});

test('refuses an image that declares too many pixels before decoding it', async () => {
  const startedMs = performance.now();
  for (const size of [{ width: 60_000, height: 60_000 }, { width: 70_000 }, { width: 0 }])
    expect(await faultOfPromise(makeThumbnail(makeHeic(size), box))).toMatch(
      /^thumbnail (too_large|undecodable)$/,
    );
  const limits = { ...defaultLimits, maxPixels: 1_000 };
  expect(await faultOfPromise(makeThumbnail(makeHeic(), { ...box, limits }))).toBe('thumbnail too_large');
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test('rejects truncated and damaged images as undecodable', async () => {
  const heic = makeHeic();
  for (const at of [40, 200, 460])
    expect(await faultOfPromise(makeThumbnail(heic.subarray(0, at), box))).toBe('thumbnail undecodable');
  const random = seededRandom(20_261_126);
  for (let round = 0; round < 40; round++) {
    const bytes = Buffer.from(heic);
    for (let n = 0; n < 3; n++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const made = await makeThumbnail(bytes, box).catch((error: unknown) => error);
    if (!(made instanceof FormatError)) expect(made).toHaveProperty('bytes');
  }
});
