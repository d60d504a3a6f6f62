// Reads headers of damaged images of every format with bounded work.
import { expect, test } from 'vitest';
import { makeImage } from '../../../server/test/makers/images.ts';
import { mutate, seededRandom } from '../../../server/test/mutations.ts';
import { readImageHeader } from './header.ts';

const jxl = Buffer.from('ff0ab213e87f0c088100008e00ff', 'hex');
const boxedJxl = Buffer.concat([
  Buffer.from('0000000c4a584c200d0a870a0000002c6a786c63', 'hex'),
  jxl,
  Buffer.alloc(30),
]);
const bmp = Buffer.concat([
  Buffer.from('BM'),
  Buffer.alloc(12),
  Buffer.from([40, 0, 0, 0, 9, 0, 0, 0, 9]),
  Buffer.alloc(80),
]);
const svg = Buffer.from('<?xml version="1.0"?><!-- x --><!DOCTYPE svg [<!ENTITY a "b">]><s:svg width="1">');

async function makeSeeds(): Promise<Buffer[]> {
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const;
  const plain = await Promise.all(formats.map((format) => makeImage({ format })));
  const turned = await Promise.all(
    (['jpeg', 'png', 'tiff'] as const).map((format) => makeImage({ format, orientation: 6 })),
  );
  return [...plain, ...turned, jxl, boxedJxl, bmp, svg];
}

function expectSane(header: ReturnType<typeof readImageHeader>): void {
  if (header === undefined) return;
  expect(header.width === undefined).toBe(header.height === undefined);
  for (const side of [header.width ?? 1, header.height ?? 1]) {
    expect(Number.isInteger(side) && side >= 1 && side <= 2 ** 32).toBe(true);
  }
}

test('returns a valid header or undefined for 40,000 damaged images, within 1,024 windows', async () => {
  const seeds = await makeSeeds();
  const random = seededRandom(20_261_120);
  for (let round = 0; round < 40_000; round++) {
    const bytes = mutate(seeds[round % seeds.length] ?? svg, random);
    const headBytes = Math.floor(random() * 200);
    let windows = 0;
    let readCount = 0;
    const header = readImageHeader(bytes.subarray(0, headBytes), (offset, length) => {
      expect(Number.isSafeInteger(offset) && offset >= 0 && length > 0).toBe(true);
      windows++;
      readCount += length;
      return offset >= bytes.length ? undefined : bytes.subarray(offset, offset + length);
    });
    expectSane(header);
    expectSane(readImageHeader(bytes));
    expect(windows).toBeLessThan(1024);
    expect(readCount).toBeLessThan(4 * 1024 * 1024);
  }
});

test('stops reading a file with endless segments', () => {
  const endless = (_: number, length: number) =>
    new Uint8Array(length).fill(0xff).map((byte, i) => (i % 4 === 1 ? 0xe0 : i % 4 < 2 ? byte : 0));
  expect(readImageHeader(Buffer.from([0xff, 0xd8, 0xff]), endless)).toMatchObject({ width: undefined });
  const fill = (_: number, length: number) => new Uint8Array(length).fill(0xff);
  expect(readImageHeader(Buffer.from([0xff, 0xd8, 0xff]), fill)).toMatchObject({ width: undefined });
});
