import { expect, test } from 'vitest';
import { readByWindows } from '../../../../server/test/image-windows.ts';
import { bytesOf, zeros } from '../../../../server/test/makers/bytes.ts';
import { readImageHeader } from '../header.ts';

/** Bits of a JPEG XL header, lowest first: [value, count] pairs after the signature. */
function jxl(...fields: [number, number][]): Buffer {
  const bits = fields.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** i) & 1),
  );
  const bytes = Array.from({ length: 16 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit, at) => byte | (bit << at), 0),
  );
  return bytesOf([0xff, 0x0a], bytes);
}

test('reads JPEG XL sizes: small, ratios, long sides, and the following fields', () => {
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

test('reads a JPEG XL container with other boxes or a split codestream', () => {
  const signature = bytesOf([0, 0, 0, 12], 'JXL ', [13, 10, 0x87, 10]);
  const exif = bytesOf([0, 0, 0x20, 0], 'Exif', zeros(0x2000 - 8));
  const code = jxl([1, 1], [4, 5], [1, 3], [1, 1]);
  const bytes = Buffer.concat([signature, exif, bytesOf([0, 0, 0, 30], 'jxlp', [0, 0, 0, 0]), code]);
  expect(readByWindows(bytes, 1024)).toMatchObject({ mediaType: 'image/jxl', width: 40, height: 40 });
});
