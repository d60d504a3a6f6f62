import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bytesOf, zeros } from '../../../server/test/makers/bytes.ts';
import { makeImage } from '../../../server/test/makers/images.ts';
import { isDark, isWhite, readColor } from '../../../server/test/pixels.ts';
import { defaultLimits } from '../limits.ts';
import { convertImage, makeThumbnail } from './convert.ts';
import { readImageHeader } from './header.ts';

const box = { maxWidth: 320, maxHeight: 480 };

test('makes a JPEG thumbnail that fits its box and keeps the aspect ratio', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const) {
    const thumbnail = await makeThumbnail(await makeImage({ format, width: 800, height: 600 }), box);
    expect(thumbnail).toMatchObject({ width: 320, height: 240, mediaType: 'image/jpeg' });
    expect(readImageHeader(thumbnail.bytes)).toMatchObject({
      mediaType: 'image/jpeg',
      width: 320,
      height: 240,
    });
    expect(isDark(await readColor(thumbnail.bytes, { x: 0.2, y: 0.5 })), format).toBe(true);
    expect(isWhite(await readColor(thumbnail.bytes, { x: 0.8, y: 0.5 })), format).toBe(true);
  }
});

test('does not enlarge small images', async () => {
  const bytes = await makeImage({ width: 40, height: 60 });
  expect(await makeThumbnail(bytes, box)).toMatchObject({ width: 40, height: 60 });
  expect(await convertImage(bytes, { format: 'webp', width: 4096 })).toMatchObject({ width: 40, height: 60 });
});

test('rotates the image upright', async () => {
  // Orientation 6: the dark left half of the stored image is on top.
  const turned = await makeImage({ width: 80, height: 40, orientation: 6 });
  const thumbnail = await makeThumbnail(turned, box);
  expect(thumbnail).toMatchObject({ width: 40, height: 80 });
  expect(isDark(await readColor(thumbnail.bytes, { x: 0.5, y: 0.1 }))).toBe(true);
  expect(isWhite(await readColor(thumbnail.bytes, { x: 0.5, y: 0.9 }))).toBe(true);
  expect(await makeThumbnail(turned, { maxWidth: 20, maxHeight: 20 })).toMatchObject({
    width: 10,
    height: 20,
  });
});

test('keeps at least one pixel of an extremely narrow image', async () => {
  const wide = await makeImage({ format: 'png', width: 9000, height: 2 });
  const tall = await makeImage({ format: 'png', width: 2, height: 9000 });
  expect(await makeThumbnail(wide, box)).toMatchObject({ width: 320, height: 1 });
  expect(await makeThumbnail(tall, box)).toMatchObject({ width: 1, height: 480 });
});

test('replaces transparency with white in a JPEG and keeps it in other formats', async () => {
  const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  expect(isWhite(await readColor((await makeThumbnail(clear, box)).bytes, { x: 0.5, y: 0.5 }))).toBe(true);
  const webp = await convertImage(clear, { format: 'webp' });
  expect((await sharp(webp.bytes).metadata()).hasAlpha).toBe(true);
});

test('converts CMYK, 16-bit and gray images to 8-bit sRGB', async () => {
  const page = sharp({ create: { width: 30, height: 30, channels: 3, background: '#d02020' } });
  const files = [
    await page.clone().toColourspace('cmyk').jpeg().toBuffer(),
    await page.clone().toColourspace('rgb16').png().toBuffer(),
    await page.clone().toColourspace('b-w').png().toBuffer(),
  ];
  for (const bytes of files) {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { bytes: converted } = await convertImage(bytes, { format });
      expect(await sharp(converted).metadata()).toMatchObject({ depth: 'uchar', format });
      expect(['srgb', 'b-w']).toContain((await sharp(converted).metadata()).space);
    }
  }
});

test('converts to the requested format and width', async () => {
  const bytes = await makeImage({ width: 400, height: 300 });
  for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
    const converted = await convertImage(bytes, { format, width: 200 });
    expect(converted).toMatchObject({ mediaType: `image/${format}`, width: 200, height: 150 });
    expect(readImageHeader(converted.bytes)).toMatchObject({
      mediaType: `image/${format}`,
      width: 200,
      height: 150,
    });
  }
});

test('applies the quality', async () => {
  const noise = Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, i) => (i * i * 31) % 256));
  const bytes = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
    .png()
    .toBuffer();
  for (const format of ['jpeg', 'webp', 'avif'] as const) {
    const [low, high] = await Promise.all(
      [10, 95].map((quality) => convertImage(bytes, { format, quality })),
    );
    expect(low?.bytes.length).toBeLessThan((high?.bytes.length ?? 0) / 2);
  }
  const low = await makeThumbnail(bytes, { ...box, quality: 10 });
  expect(low.bytes.length).toBeLessThan((await makeThumbnail(bytes, box)).bytes.length / 2);
});

test('shows only the first frame of an animation', async () => {
  const frame = (level: number) => Buffer.alloc(8 * 8 * 3, level);
  const pixels = Buffer.concat([frame(20), frame(250)]);
  const raw = { width: 8, height: 16, channels: 3 as const, pageHeight: 8 };
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(pixels, { raw }).toFormat(format, { loop: 0 }).toBuffer();
    const thumbnail = await makeThumbnail(bytes, box);
    expect(thumbnail).toMatchObject({ width: 8, height: 8 });
    expect(isDark(await readColor(thumbnail.bytes, { x: 0.5, y: 0.5 }))).toBe(true);
  }
});

test('keeps the frames of an animation as WebP in the requested width, and does not convert long animations', async () => {
  const width = 60;
  const height = 40;
  const pixels = Buffer.concat([20, 250, 120].map((level) => Buffer.alloc(width * height * 3, level)));
  const raw = { width, height: height * 3, channels: 3 as const, pageHeight: height };
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(pixels, { raw })
      .toFormat(format, { loop: 0, delay: [100, 200, 300] })
      .toBuffer();
    for (const narrow of [30, 600, undefined]) {
      const made = await convertImage(bytes, { format: 'webp', ...(narrow && { width: narrow }) });
      const [is, high] = narrow === 30 ? [30, 20] : [width, height];
      expect([format, made.mediaType, made.width, made.height]).toEqual([format, 'image/webp', is, high]);
      expect(await sharp(made.bytes, { animated: true }).metadata()).toMatchObject({
        pages: 3,
        width: is,
        pageHeight: high,
        delay: [100, 200, 300],
        loop: 0,
      });
    }
    const still = await convertImage(bytes, { format: 'jpeg' });
    expect(isDark(await readColor(still.bytes, { x: 0.5, y: 0.5 }))).toBe(true);
    const cut = bytes.subarray(0, bytes.length - 12);
    await convertImage(cut, { format: 'webp' }).catch((error) =>
      expect(error).toMatchObject({ kind: 'page_extraction', reason: 'undecodable' }),
    );
  }
  const many = Array.from({ length: 1_001 }, (_, i) => Buffer.alloc(4 * 4 * 3, (i % 2) * 200));
  const long = { width: 4, height: 4 * many.length, channels: 3 as const, pageHeight: 4 };
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(Buffer.concat(many), { raw: long }).toFormat(format, { loop: 0 }).toBuffer();
    const made = await convertImage(bytes, { format: 'webp', width: 2 });
    const { pages = 1 } = await sharp(made.bytes).metadata();
    expect([format, made.width, pages > 1]).toEqual([format, format === 'webp' ? 4 : 2, format === 'webp']);
  }
});

test('returns an animated PNG or AVIF unchanged in its own format, and its first frame in others', async () => {
  const png = await makeImage({ format: 'png', width: 60, height: 40 });
  const control = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  const avif = Buffer.from(await makeImage({ format: 'avif', width: 60, height: 40 }));
  avif.write('avis', 8, 'latin1');
  const animations = {
    png: Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]),
    avif,
  };
  for (const format of ['png', 'avif'] as const) {
    const bytes = animations[format];
    const made = await convertImage(bytes, { format, width: 30 });
    expect([format, made.mediaType, made.width]).toEqual([format, `image/${format}`, 60]);
    expect(bytes.equals(made.bytes)).toBe(true);
    expect(await convertImage(bytes, { format: 'jpeg', width: 30 })).toMatchObject({ width: 30 });
  }
});

test('refuses an image beyond the limits by its header, with the error kind of the caller', async () => {
  const bytes = await makeImage({ width: 200, height: 100 });
  const limits = { ...defaultLimits, maxPixels: 19_999 };
  await expect(makeThumbnail(bytes, { ...box, limits })).rejects.toMatchObject({
    kind: 'thumbnail',
    reason: 'too_large',
  });
  await expect(
    convertImage(bytes, { format: 'png', limits: { ...defaultLimits, maxImageSide: 199 } }),
  ).rejects.toMatchObject({ kind: 'page_extraction', reason: 'too_large' });
  await expect(convertImage(bytes, { format: 'png', purpose: 'thumbnail', limits })).rejects.toMatchObject({
    kind: 'thumbnail',
  });
  const exact = { ...defaultLimits, maxPixels: 20_000, maxImageSide: 200 };
  await expect(makeThumbnail(bytes, { ...box, limits: exact })).resolves.toMatchObject({ width: 200 });
});

test('has lower limits for formats whose decoders need much memory', async () => {
  const avif = Buffer.from(await makeImage({ format: 'avif' }));
  const ispe = avif.indexOf('ispe');
  avif.writeUInt32BE(7000, ispe + 8);
  avif.writeUInt32BE(7000, ispe + 12);
  const jxl = bytesOf([0xff, 0x0a], zeros(12));
  // Long form: 13 bits of height - 1, ratio 1:1.
  jxl.writeUInt32LE((1 << 1) | (4999 << 3) | (1 << 16), 2);
  const bmp = bytesOf(
    'BM',
    zeros(12),
    [40, 0, 0, 0, 0x58, 0x1b, 0, 0, 0x58, 0x1b, 0, 0, 1, 0, 24, 0],
    zeros(30),
  );
  for (const [bytes, side] of [
    [avif, 7000],
    [jxl, 5000],
    [bmp, 7000],
  ] as const) {
    expect(readImageHeader(bytes)).toMatchObject({ width: side, height: side });
    await expect(makeThumbnail(bytes, box)).rejects.toMatchObject({ kind: 'thumbnail', reason: 'too_large' });
  }
});

test('rejects other data and unsupported formats as undecodable', async () => {
  const ppm = Buffer.from('P6 1 1 255 abc');
  const heic = Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1', 'latin1');
  const empty = Buffer.alloc(0);
  for (const bytes of [
    ppm,
    heic,
    empty,
    Buffer.from('this is not an image'),
    Buffer.from([0xff, 0xd8, 0xff]),
  ]) {
    await expect(makeThumbnail(bytes, box)).rejects.toMatchObject({
      name: 'FormatError',
      kind: 'thumbnail',
      reason: 'undecodable',
    });
  }
});

test('makes a thumbnail of a JPEG without its last rows, but not of a JPEG without most rows', async () => {
  const noise = Buffer.from(Array.from({ length: 300 * 400 * 3 }, (_, i) => (i * i * 31) % 256));
  const page = await sharp(noise, { raw: { width: 300, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer();
  for (const size of [page.length - 2, Math.floor(page.length * 0.95)]) {
    expect(await makeThumbnail(page.subarray(0, size), box)).toMatchObject({ width: 300, height: 400 });
  }
  for (const share of [0.05, 0.5, 0.8]) {
    const cut = page.subarray(0, Math.floor(page.length * share));
    await expect(makeThumbnail(cut, box)).rejects.toMatchObject({ reason: 'undecodable' });
  }
  const png = await makeImage({ format: 'png', width: 300, height: 400 });
  await expect(makeThumbnail(png.subarray(0, png.length * 0.7), box)).rejects.toMatchObject({
    reason: 'undecodable',
  });
});

test('renders an SVG cover without opening files, and refuses expensive covers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-svg-'));
  const secret = join(folder, 'secret.png');
  writeFileSync(
    secret,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  );
  const svg = (body: string, size = 'width="90" height="60"') =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`,
    );
  const image = `<image href="${secret}" width="90" height="60"/><image xlink:href="file://${secret}" width="90" height="60"/>`;
  const drawn = await makeThumbnail(svg(`<rect width="45" height="60" fill="navy"/>${image}`), box);
  expect(drawn).toMatchObject({ width: 90, height: 60 });
  expect(isDark(await readColor(drawn.bytes, { x: 0.2, y: 0.5 }))).toBe(true);
  expect(isWhite(await readColor(drawn.bytes, { x: 0.8, y: 0.5 }))).toBe(true);
  await rm(folder, { recursive: true });

  const uses = '<use href="#a"/>'.repeat(1001);
  const filters = `<filter>${'<feTurbulence/>'.repeat(17)}</filter>`;
  for (const bytes of [
    svg('', 'width="99999" height="99999"'),
    svg(uses),
    svg(filters),
    svg(' '.repeat(5_000_000)),
  ]) {
    await expect(makeThumbnail(bytes, box)).rejects.toMatchObject({ kind: 'thumbnail', reason: 'too_large' });
  }
  const entities = Buffer.from(
    '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
  );
  await expect(makeThumbnail(entities, box)).rejects.toMatchObject({ reason: 'undecodable' });
});

test('renders an SVG cover without a size by its viewBox, for any units', async () => {
  const drawing = (box: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}"><rect width="100%" height="100%"/></svg>`,
    );
  expect(await makeThumbnail(drawing('46296.26 40689.13'), box)).toMatchObject({ width: box.maxWidth });
  expect(await makeThumbnail(drawing('30 20'), box)).toMatchObject({ width: 30, height: 20 });
  await expect(makeThumbnail(drawing('1e300 1e300'), box)).rejects.toMatchObject({ kind: 'thumbnail' });
});

test('reads a BigTIFF, and refuses a TIFF with an unsupported compression instead of showing black', async () => {
  const picture = sharp(await makeImage({ width: 60, height: 40 }));
  const big = await picture.clone().tiff({ bigtiff: true }).toBuffer();
  expect(big.subarray(0, 4)).toEqual(Buffer.from('II+\0'));
  expect(readImageHeader(big, (at, length) => big.subarray(at, at + length))).toMatchObject({
    width: 60,
    height: 40,
  });
  expect(await convertImage(big, { format: 'png' })).toMatchObject({ width: 60, height: 40 });
  const lzma = await picture.clone().tiff({ compression: 'lzw', bigtiff: false }).toBuffer();
  const entry = lzma.indexOf(bytesOf([3, 1, 3, 0]));
  lzma.writeUInt16LE(34_925, entry + 8);
  await expect(convertImage(lzma, { format: 'png' })).rejects.toMatchObject({
    reason: 'undecodable',
    message: 'The compression of the TIFF picture is not supported',
  });
});
