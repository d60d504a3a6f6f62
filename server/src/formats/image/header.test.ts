import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type MadeFormat, makeImage } from '../../../test/makers/images.ts';
import { readImageHeader } from './header.ts';

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

/** What the reader may look at when the file is on disk: a head, and windows after it, never more than asked for. */
function readLikeAFile(bytes: Buffer, headBytes: number) {
  return readImageHeader(bytes.subarray(0, headBytes), (offset, length) =>
    bytes.subarray(offset, offset + length),
  );
}

const formats: MadeFormat[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'];
const sizes = [
  [1, 1],
  [40, 60],
  [257, 255],
  [800, 30],
] as const;

for (const format of formats) {
  test(`the size of a ${format} is what the decoder says, from its head and windows behind it`, async () => {
    for (const [width, height] of sizes) {
      const bytes = await makeImage({ format, width, height });
      const decoder = await sharp(bytes).metadata();
      const seen = readLikeAFile(bytes, 256);
      expect(seen).toMatchObject({
        mediaType: `image/${format}`,
        width: decoder.width,
        height: decoder.height,
      });
      expect(readImageHeader(bytes)).toEqual(seen);
    }
  });
}

test('lossless and alpha WebP, 16-bit PNG and progressive JPEG have their sizes', async () => {
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
  for (const bytes of files) expect(readLikeAFile(bytes, 64)).toMatchObject({ width: 33, height: 77 });
});

test('the orientation is read beside the stored size', async () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const format of ['jpeg', 'tiff', 'png'] as const) {
      const bytes = await makeImage({ format, orientation });
      expect(readLikeAFile(bytes, 4096), format).toMatchObject({ width: 40, height: 60, orientation });
    }
  }
});

test('animations are recognised before any frame is decoded', async () => {
  const raw = { width: 8, height: 16, channels: 3 as const, pageHeight: 8 };
  const pixels = Buffer.from(Array.from({ length: 8 * 16 * 3 }, (_, i) => (i * 7) % 256));
  const frames = sharp(pixels, { raw }).gif({ loop: 0, delay: [100, 100] });
  const gif = await frames.toBuffer();
  const webp = await sharp(gif, { animated: true }).webp().toBuffer();
  const png = await makeImage({ format: 'png' });
  const apng = Buffer.concat([
    png.subarray(0, 33),
    bytesOf([0, 0, 0, 8], 'acTL', new Array(12).fill(0)),
    png.subarray(33),
  ]);
  expect(readImageHeader(gif)).toMatchObject({ width: 8, height: 8, isAnimated: true });
  expect(readImageHeader(webp)).toMatchObject({ width: 8, height: 8, isAnimated: true });
  expect(readImageHeader(apng)).toMatchObject({ mediaType: 'image/png', isAnimated: true });
  expect(readImageHeader(await makeImage({ format: 'gif' }))?.isAnimated).toBeUndefined();
  expect(readImageHeader(await makeImage({ format: 'webp' }))?.isAnimated).toBeUndefined();
});

test('large segments before the frame header are jumped over, not read', async () => {
  const page = await makeImage({ width: 123, height: 45 });
  const profiles = Array.from({ length: 256 }, () =>
    bytesOf([0xff, 0xe2, 0xff, 0xff], new Array(65_533).fill(7)),
  );
  const bytes = Buffer.concat([page.subarray(0, 2), ...profiles, page.subarray(2)]);
  let asked = 0;
  const header = readImageHeader(bytes.subarray(0, 4096), (offset, length) => {
    asked += length;
    return bytes.subarray(offset, offset + length);
  });
  expect(header).toMatchObject({ width: 123, height: 45 });
  expect(asked).toBeLessThan(bytes.length / 8);
  expect(readImageHeader(bytes.subarray(0, 4096))).toMatchObject({
    mediaType: 'image/jpeg',
    width: undefined,
  });
});

test('every frame type of JPEG is a frame header, and tables are not', () => {
  for (let marker = 0xc0; marker <= 0xcf; marker++) {
    const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc;
    const bytes = bytesOf([0xff, 0xd8, 0xff, marker, 0, 11, 8, 1, 2, 3, 4, 1, 1, 0x11, 0]);
    expect(readImageHeader(bytes)?.width, marker.toString(16)).toBe(isTable ? undefined : 0x304);
  }
});

test('markers without a length, fill bytes and stray bytes are skipped as decoders do', () => {
  const alone = [0xff, 0x01, 0xff, 0xd3];
  const frame = [0xc0, 0, 11, 8, 0, 9, 0, 7, 1, 1, 0x11, 0];
  const bytes = bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1], alone, [0, 0, 5, 0xff, 0xff, 0xff], frame);
  expect(readImageHeader(bytes)).toMatchObject({ width: 7, height: 9 });
});

test('BMP headers of both kinds, and rows from the top', () => {
  const file = (header: number[]) => bytesOf('BM', new Array(8).fill(0), [54, 0, 0, 0], header);
  const windows = (height: number[]) => [40, 0, 0, 0, 0x20, 3, 0, 0, ...height, 1, 0, 24, 0];
  expect(readImageHeader(file(windows([5, 0, 0, 0])))).toMatchObject({ width: 800, height: 5 });
  expect(readImageHeader(file(windows([0xfb, 0xff, 0xff, 0xff])))).toMatchObject({ width: 800, height: 5 });
  expect(readImageHeader(file([12, 0, 0, 0, 9, 0, 8, 0, 1, 0, 24, 0]))).toMatchObject({
    width: 9,
    height: 8,
  });
});

/** Bits of a JPEG XL header, lowest first: [value, count] pairs behind the signature. */
function jxl(...fields: [number, number][]): Buffer {
  const bits = fields.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** i) & 1),
  );
  const bytes = Array.from({ length: 16 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit, at) => byte | (bit << at), 0),
  );
  return bytesOf([0xff, 0x0a], bytes);
}

test('JPEG XL sizes: small, ratios, long sides, and the fields behind them', () => {
  const plain: [number, number] = [1, 1];
  expect(readImageHeader(jxl([1, 1], [4, 5], [1, 3], plain))).toMatchObject({ width: 40, height: 40 });
  expect(readImageHeader(jxl([1, 1], [4, 5], [0, 3], [9, 5], plain))).toMatchObject({
    width: 80,
    height: 40,
  });
  const byRatio = [undefined, 1000, 1200, 1333, 1500, 1777, 1250, 2000];
  for (let ratio = 1; ratio <= 7; ratio++) {
    const header = readImageHeader(jxl([0, 1], [1, 2], [999, 13], [ratio, 3], plain));
    expect(header).toMatchObject({ width: byRatio[ratio], height: 1000, isAnimated: false });
  }
  const long = readImageHeader(jxl([0, 1], [3, 2], [2 ** 30 - 1, 30], [0, 3], [2, 2], [65_499, 18], plain));
  expect(long).toMatchObject({ width: 65_500, height: 2 ** 30 });
  const animated = jxl([1, 1], [0, 5], [1, 3], [0, 1], [1, 1], [5, 3], [0, 1], [0, 1], [1, 1]);
  expect(readImageHeader(animated)).toMatchObject({ width: 8, height: 8, orientation: 6, isAnimated: true });
});

test('a JPEG XL container may hold other boxes, and pieces, before its codestream', () => {
  const signature = bytesOf([0, 0, 0, 12], 'JXL ', [13, 10, 0x87, 10]);
  const exif = bytesOf([0, 0, 0x20, 0], 'Exif', new Array(0x2000 - 8).fill(0));
  const code = jxl([1, 1], [4, 5], [1, 3], [1, 1]);
  const bytes = Buffer.concat([signature, exif, bytesOf([0, 0, 0, 30], 'jxlp', [0, 0, 0, 0]), code]);
  expect(readLikeAFile(bytes, 1024)).toMatchObject({ mediaType: 'image/jxl', width: 40, height: 40 });
});

/** An AVIF whose primary item is the second of two, with rotation, its properties spread over two ipma boxes. */
function avifWithTwoItems(): Buffer {
  const box = (type: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(body.length + 8);
    return Buffer.concat([size, Buffer.from(type, 'latin1'), body]);
  };
  const full = (flags: number, version = 0) => Buffer.from([version, 0, 0, flags]);
  const ispe = (width: number, height: number) =>
    box('ispe', full(0), bytesOf([0, 0, 0, width, 0, 0, 0, height]));
  const properties = box(
    'ipco',
    ispe(10, 20),
    box('colr', Buffer.alloc(700)),
    ispe(30, 40),
    box('irot', Buffer.from([3])),
  );
  const first = box('ipma', full(0), bytesOf([0, 0, 0, 1, 0, 1, 1, 0x81]));
  const second = box('ipma', full(1, 1), bytesOf([0, 0, 0, 1, 0, 0, 0, 2, 2, 0x80, 3, 0, 4]));
  const iprp = box('iprp', properties, first, second);
  const meta = box(
    'meta',
    full(0),
    box('pitm', full(0), bytesOf([0, 2])),
    box('iloc', Buffer.alloc(300)),
    iprp,
  );
  const ftyp = box('ftyp', bytesOf('mif1', [0, 0, 0, 0], 'mif1', 'avif'));
  return Buffer.concat([ftyp, box('free', Buffer.alloc(5000)), meta]);
}

test('AVIF sizes belong to the primary item, wherever its boxes stand', () => {
  const expected = { mediaType: 'image/avif', width: 30, height: 40, orientation: 6 };
  expect(readImageHeader(avifWithTwoItems())).toMatchObject(expected);
  expect(readLikeAFile(avifWithTwoItems(), 128)).toMatchObject(expected);
});

test('HEIC is told from AVIF, and a video is no image', () => {
  const brands = (major: string, other: string) => bytesOf([0, 0, 0, 20], 'ftyp', major, [0, 0, 0, 0], other);
  expect(readImageHeader(brands('heic', 'mif1'))).toMatchObject({
    mediaType: 'image/heic',
    width: undefined,
  });
  expect(readImageHeader(brands('mif1', 'heix'))?.mediaType).toBe('image/heic');
  expect(readImageHeader(brands('mif1', 'mif1'))?.mediaType).toBe('image/heif');
  expect(readImageHeader(brands('isom', 'mp42'))).toBeUndefined();
});

test('SVG is recognised by its root element, whatever stands before it', () => {
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

test('claimed sizes are answered as they stand, and sizes without area are not sizes', () => {
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

test('what is no image is undefined', () => {
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
