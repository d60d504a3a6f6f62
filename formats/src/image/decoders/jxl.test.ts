import { expect, test } from 'vitest';
import { makeJxl } from '../../../../server/test/makers/images.ts';
import { isDark, isWhite, readColor } from '../../../../server/test/pixels.ts';
import { convertImage, makeThumbnail } from '../convert.ts';
import { readImageHeader } from '../header.ts';

const box = { maxWidth: 30, maxHeight: 30 };

test('reads the header of a JPEG XL page, makes a thumbnail, and converts it', async () => {
  const bytes = await makeJxl({ width: 60, height: 90 });
  expect(readImageHeader(bytes)).toMatchObject({ mediaType: 'image/jxl', width: 60, height: 90 });
  const thumbnail = await makeThumbnail(bytes, box);
  expect(thumbnail).toMatchObject({ width: 20, height: 30, mediaType: 'image/jpeg' });
  expect(isDark(await readColor(thumbnail.bytes, { x: 0.2, y: 0.5 }))).toBe(true);
  expect(isWhite(await readColor(thumbnail.bytes, { x: 0.8, y: 0.5 }))).toBe(true);
  expect(await convertImage(bytes, { format: 'webp', width: 40 })).toMatchObject({ width: 40, height: 60 });
});

test('rejects truncated and damaged JPEG XL, and decodes the next image', async () => {
  const bytes = await makeJxl({ width: 60, height: 90 });
  const damaged = Buffer.from(bytes).fill(0x55, 20);
  for (const broken of [bytes.subarray(0, 40), damaged]) {
    await expect(makeThumbnail(broken, box)).rejects.toMatchObject({
      kind: 'thumbnail',
      reason: 'undecodable',
    });
  }
  await expect(makeThumbnail(bytes, box)).resolves.toMatchObject({ width: 20 });
});
