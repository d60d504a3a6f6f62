import { expect, test } from 'vitest';
import { readByWindows } from '../../../../server/test/image-windows.ts';
import { box, full, ispe } from '../../../../server/test/makers/boxes.ts';
import { bytesOf } from '../../../../server/test/makers/bytes.ts';
import { readImageHeader } from '../header.ts';

/** An image file whose only item has these properties. */
function makeItem(brand: string, ...properties: Buffer[]): Buffer {
  const list = properties.map((_, i) => 0x81 + i);
  const ipma = box('ipma', full(0), bytesOf([0, 0, 0, 1, 0, 1, list.length, ...list]));
  const iprp = box('iprp', box('ipco', ...properties), ipma);
  const ftyp = box('ftyp', bytesOf(brand, [0, 0, 0, 0], 'mif1', brand));
  return Buffer.concat([ftyp, box('meta', full(0), box('pitm', full(0), bytesOf([0, 1])), iprp)]);
}

/** An AVIF whose primary item is the second of two, with rotation and with properties in two ipma boxes. */
function avifWithTwoItems(): Buffer {
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

test('reads the size of the primary item of an AVIF for any order of the boxes', () => {
  const expected = { mediaType: 'image/avif', width: 30, height: 40, orientation: 6 };
  expect(readImageHeader(avifWithTwoItems())).toMatchObject(expected);
  expect(readByWindows(avifWithTwoItems(), 128)).toMatchObject(expected);
});

test('distinguishes HEIC from AVIF, and rejects videos', () => {
  const brands = (major: string, other: string) => bytesOf([0, 0, 0, 20], 'ftyp', major, [0, 0, 0, 0], other);
  expect(readImageHeader(brands('heic', 'mif1'))).toMatchObject({
    mediaType: 'image/heic',
    width: undefined,
  });
  expect(readImageHeader(brands('mif1', 'heix'))?.mediaType).toBe('image/heic');
  expect(readImageHeader(brands('mif1', 'mif1'))?.mediaType).toBe('image/heif');
  expect(readImageHeader(brands('isom', 'mp42'))).toBeUndefined();
});

/** Fractions of width and height. The offsets of the center are 0. */
const clap = (...size: [width: number, by: number, height: number, by: number]) =>
  box('clap', ...[...size, 0, 1, 0, 1].map((value) => bytesOf([0, 0, 0, value])));

test.each(['avif', 'heic'])('reads the size of a cropped picture (%s)', (brand) => {
  const cropped = makeItem(brand, ispe(64, 48), clap(100, 2, 40, 1), box('irot', Buffer.from([1])));
  expect(readImageHeader(cropped)).toMatchObject({ width: 50, height: 40, orientation: 8 });
  for (const invalid of [clap(0, 1, 40, 1), clap(50, 0, 40, 1), clap(65, 1, 40, 1)])
    expect(readImageHeader(makeItem(brand, ispe(64, 48), invalid))).toMatchObject({ width: 64, height: 48 });
});
