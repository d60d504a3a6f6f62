import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readByWindows } from '../../../server/test/image-windows.ts';
import { bytesOf, zeros } from '../../../server/test/makers/bytes.ts';
import { type MadeFormat, makeImage } from '../../../server/test/makers/images.ts';
import { readImageHeader } from './header.ts';

const formats: MadeFormat[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'];
const sizes = [
  [1, 1],
  [40, 60],
  [257, 255],
  [800, 30],
] as const;

for (const format of formats) {
  test(`reads the size of a ${format} like the decoder, from its head and later windows`, async () => {
    for (const [width, height] of sizes) {
      const bytes = await makeImage({ format, width, height });
      const decoder = await sharp(bytes).metadata();
      const seen = readByWindows(bytes, 256);
      expect(seen).toMatchObject({
        mediaType: `image/${format}`,
        width: decoder.width,
        height: decoder.height,
      });
      expect(readImageHeader(bytes)).toEqual(seen);
    }
  });
}

test('reads sizes of lossless and alpha WebP, 16-bit PNG and progressive JPEG', async () => {
  const alpha = sharp({ create: { width: 33, height: 77, channels: 4, background: '#0003' } });
  const files = [
    await alpha.clone().webp({ lossless: true }).toBuffer(),
    await alpha.clone().webp().toBuffer(),
    await alpha.clone().png({ palette: true }).toBuffer(),
    await alpha.clone().toColourspace('rgb16').png().toBuffer(),
    await alpha.clone().jpeg({ progressive: true }).toBuffer(),
    await alpha.clone().toColourspace('cmyk').jpeg().toBuffer(),
    await alpha.clone().tiff({ tile: true, bigtiff: false }).toBuffer(),
  ];
  for (const bytes of files) expect(readByWindows(bytes, 64)).toMatchObject({ width: 33, height: 77 });
});

test('reads the orientation and the stored size', async () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const format of ['jpeg', 'tiff', 'png'] as const) {
      const bytes = await makeImage({ format, orientation });
      expect(readByWindows(bytes, 4096), format).toMatchObject({ width: 40, height: 60, orientation });
    }
  }
});

test('detects animations without decoding frames', async () => {
  const raw = { width: 8, height: 16, channels: 3 as const, pageHeight: 8 };
  const pixels = Buffer.from(Array.from({ length: 8 * 16 * 3 }, (_, i) => (i * 7) % 256));
  const frames = sharp(pixels, { raw }).gif({ loop: 0, delay: [100, 100] });
  const gif = await frames.toBuffer();
  const webp = await sharp(gif, { animated: true }).webp().toBuffer();
  const png = await makeImage({ format: 'png' });
  const apng = Buffer.concat([
    png.subarray(0, 33),
    bytesOf([0, 0, 0, 8], 'acTL', zeros(12)),
    png.subarray(33),
  ]);
  expect(readImageHeader(gif)).toMatchObject({ width: 8, height: 8, isAnimated: true });
  expect(readImageHeader(webp)).toMatchObject({ width: 8, height: 8, isAnimated: true });
  expect(readImageHeader(apng)).toMatchObject({ mediaType: 'image/png', isAnimated: true });
  expect(readImageHeader(await makeImage({ format: 'gif' }))?.isAnimated).toBeUndefined();
  expect(readImageHeader(await makeImage({ format: 'webp' }))?.isAnimated).toBeUndefined();
});

test('skips large segments before the frame header without reading them', async () => {
  const page = await makeImage({ width: 123, height: 45 });
  const profiles = Array.from({ length: 256 }, () =>
    bytesOf([0xff, 0xe2, 0xff, 0xff], new Array(65_533).fill(7)),
  );
  const bytes = Buffer.concat([page.subarray(0, 2), ...profiles, page.subarray(2)]);
  let readCount = 0;
  const header = readImageHeader(bytes.subarray(0, 4096), (offset, length) => {
    readCount += length;
    return bytes.subarray(offset, offset + length);
  });
  expect(header).toMatchObject({ width: 123, height: 45 });
  expect(readCount).toBeLessThan(bytes.length / 8);
  expect(readImageHeader(bytes.subarray(0, 4096))).toMatchObject({
    mediaType: 'image/jpeg',
    width: undefined,
  });
});

test('accepts every frame type of JPEG as a frame header, but not tables', () => {
  for (let marker = 0xc0; marker <= 0xcf; marker++) {
    const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc;
    const bytes = bytesOf([0xff, 0xd8, 0xff, marker, 0, 11, 8, 1, 2, 3, 4, 1, 1, 0x11, 0]);
    expect(readImageHeader(bytes)?.width, marker.toString(16)).toBe(isTable ? undefined : 0x304);
  }
});

test('skips markers without a length, fill bytes and stray bytes, like decoders', () => {
  const alone = [0xff, 0x01, 0xff, 0xd3];
  const frame = [0xc0, 0, 11, 8, 0, 9, 0, 7, 1, 1, 0x11, 0];
  const bytes = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1], alone, [0, 0, 5, 0xff, 0xff, 0xff], frame);
  expect(readImageHeader(bytes)).toMatchObject({ width: 7, height: 9 });
});

test('reads both kinds of BMP headers, and negative heights', () => {
  const file = (header: number[]) => bytesOf('BM', zeros(8), [54, 0, 0, 0], header);
  const windows = (height: number[]) => [40, 0, 0, 0, 0x20, 3, 0, 0, ...height, 1, 0, 24, 0];
  expect(readImageHeader(file(windows([5, 0, 0, 0])))).toMatchObject({ width: 800, height: 5 });
  expect(readImageHeader(file(windows([0xfb, 0xff, 0xff, 0xff])))).toMatchObject({ width: 800, height: 5 });
  expect(readImageHeader(file([12, 0, 0, 0, 9, 0, 8, 0, 1, 0, 24, 0]))).toMatchObject({
    width: 9,
    height: 8,
  });
});

test('detects SVG by its root element after any prolog', () => {
  const svg = { mediaType: 'image/svg+xml', width: undefined, height: undefined };
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\u00ef\u00bb\u00bf<?xml version="1.0"?>\n<!-- <html> -->\n<svg>',
    '<!DOCTYPE svg [ <!ENTITY a "<html>"> ]><s:svg xmlns:s="x">',
  ]) {
    expect(readImageHeader(bytesOf(text))).toMatchObject(svg);
  }
  for (const text of [
    '<html><svg/></html>',
    '<svgx>',
    '<?xml version="1.0"?><package/>',
    'svg',
    '<!--',
    '<',
  ]) {
    expect(readImageHeader(bytesOf(text))).toBeUndefined();
  }
});

test('returns declared sizes unchecked, and no size without area', () => {
  const png = (width: number[], height: number[]) =>
    bytesOf('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', width, height, [8, 2, 0, 0, 0, 1, 2, 3, 4]);
  expect(readImageHeader(png([0xff, 0xff, 0xff, 0xff], [0, 0, 0xff, 0xdc]))).toMatchObject({
    width: 2 ** 32 - 1,
    height: 65_500,
  });
  expect(readImageHeader(png([0, 0, 0, 0], [0, 0, 0, 9]))).toMatchObject({
    width: undefined,
    height: undefined,
  });
});

test('returns undefined for data that is not an image', () => {
  for (const text of [
    '',
    'B',
    'BM',
    'BMX and other text',
    'this is not an image',
    '<html>',
    'RIFFxxxxWAVE',
    'PK\x03\x04',
    '%PDF-1.7',
    'II',
    'MM\0',
  ]) {
    expect(readImageHeader(bytesOf(text)), text).toBeUndefined();
  }
});
