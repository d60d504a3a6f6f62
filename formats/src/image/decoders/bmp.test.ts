import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bytesOf, zeros } from '../../../../server/test/makers/bytes.ts';
import { mutate, seededRandom } from '../../../../server/test/mutations.ts';
import { FormatError } from '../../error.ts';
import { makeThumbnail } from '../convert.ts';
import { decodeBmp } from './bmp.ts';

interface BmpSpec {
  width: number;
  height: number;
  bits: number;
  /** Rows of pixel values in file order. */
  rows: number[][];
  palette?: number[][];
  compression?: number;
  masks?: number[];
  headerBytes?: number;
}

/** Builds a BMP. Pixel values are packed from the highest bit, and are little-endian above 8 bits. */
function makeBmp(spec: BmpSpec): Buffer {
  const { width, height, bits, rows, palette = [], compression = 0, masks = [], headerBytes = 40 } = spec;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(headerBytes);
  if (headerBytes === 12) {
    for (const [i, value] of [width, height, 1, bits].entries()) header.writeUInt16LE(value, 4 + i * 2);
  } else {
    header.writeInt32LE(width, 4);
    header.writeInt32LE(height, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(bits, 14);
    header.writeUInt32LE(compression, 16);
    header.writeUInt32LE(palette.length, 32);
  }
  const maskBytes = Buffer.alloc(masks.length * 4);
  for (const [i, mask] of masks.entries()) maskBytes.writeUInt32LE(mask, i * 4);
  if (headerBytes > 40) maskBytes.copy(header, 40);
  const before = Buffer.concat([
    header,
    headerBytes > 40 ? Buffer.alloc(0) : maskBytes,
    Buffer.from(palette.flat()),
  ]);
  const file = Buffer.alloc(14);
  file.write('BM');
  file.writeUInt32LE(14 + before.length, 10);
  return Buffer.concat([file, before, ...rows.map((row) => packRow(row, bits))]);
}

function packRow(row: number[], bits: number): Buffer {
  const packed = Buffer.alloc(Math.ceil((row.length * bits) / 32) * 4);
  for (const [x, value] of row.entries()) {
    if (bits >= 16) packed.writeUIntLE(value, (x * bits) / 8, bits / 8);
    else packed[(x * bits) >> 3] = (packed[(x * bits) >> 3] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
  }
  return packed;
}

const decode = (spec: BmpSpec) => {
  const { pixels, channels } = decodeBmp(makeBmp(spec), 'thumbnail');
  return Array.from({ length: pixels.length / channels }, (_, i) => [
    ...pixels.subarray(i * channels, (i + 1) * channels),
  ]);
};

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];
const bgr = [
  [0, 0, 255, 0],
  [0, 255, 0, 0],
  [255, 0, 0, 0],
];

test('decodes palettes of 1, 4 and 8 bits with padded rows from the bottom', () => {
  expect(
    decode({
      width: 9,
      height: 2,
      bits: 1,
      palette: bgr.slice(0, 2),
      rows: [[1, 0, 0, 0, 0, 0, 0, 0, 1], zeros(9)],
    }),
  ).toEqual([...new Array(9).fill(RED), GREEN, ...new Array(7).fill(RED), GREEN]);
  for (const bits of [4, 8]) {
    expect(
      decode({
        width: 3,
        height: 2,
        bits,
        palette: bgr,
        rows: [
          [0, 1, 2],
          [2, 2, 0],
        ],
      }),
    ).toEqual([BLUE, BLUE, RED, RED, GREEN, BLUE]);
  }
});

test('decodes rows from the top, and the OS/2 header with three-byte palette entries', () => {
  expect(decode({ width: 1, height: -2, bits: 24, rows: [[0xff0000], [0x0000ff]] })).toEqual([RED, BLUE]);
  const palette = bgr.map((entry) => entry.slice(0, 3));
  expect(decode({ width: 1, height: 2, bits: 8, palette, rows: [[1], [0]], headerBytes: 12 })).toEqual([
    RED,
    GREEN,
  ]);
  expect(decode({ width: 1, height: 1, bits: 24, rows: [[0x00ff00]], headerBytes: 12 })).toEqual([GREEN]);
});

test('decodes 16 bits as 5-5-5 or by the masks', () => {
  expect(decode({ width: 3, height: 1, bits: 16, rows: [[0x7c00, 0x3e0, 0x1f]] })).toEqual([
    RED,
    GREEN,
    BLUE,
  ]);
  const masks = [0xf800, 0x7e0, 0x1f];
  expect(
    decode({ width: 3, height: 1, bits: 16, compression: 3, masks, rows: [[0xf800, 0x7e0, 0x1f]] }),
  ).toEqual([RED, GREEN, BLUE]);
});

test('finds the pixels after the headers if the file has no pixel offset', () => {
  const masks = [0xf800, 0x7e0, 0x1f];
  for (const spec of [
    { bits: 16, compression: 3, masks, rows: [[0x1f]] },
    { bits: 8, palette: bgr, rows: [[2]] },
    { bits: 24, headerBytes: 12, rows: [[0xff]] },
  ]) {
    const bytes = makeBmp({ width: 1, height: 1, ...spec });
    bytes.writeUInt32LE(0, 10);
    expect([...decodeBmp(bytes, 'thumbnail').pixels]).toEqual(BLUE);
  }
});

test('uses alpha of 32-bit pixels only with a mask, and ignores an empty alpha channel', () => {
  expect(decode({ width: 2, height: 1, bits: 32, rows: [[0x00ff0000, 0x800000ff]] })).toEqual([RED, BLUE]);
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
  const masked = { width: 2, height: 1, bits: 32, compression: 3, masks, headerBytes: 108 };
  expect(decode({ ...masked, rows: [[0x80ff0000, 0x000000ff]] })).toEqual([
    [...RED, 128],
    [...BLUE, 0],
  ]);
  expect(decode({ ...masked, rows: [[0x00ff0000, 0x000000ff]] })).toEqual([
    [...RED, 255],
    [...BLUE, 255],
  ]);
  expect(decode({ ...masked, compression: 6, headerBytes: 40, rows: [[0x80ff0000, 0x000000ff]] })).toEqual([
    [...RED, 128],
    [...BLUE, 0],
  ]);
});

test('does not read palette entries and pixels outside the file', () => {
  expect(decode({ width: 2, height: 1, bits: 8, palette: bgr, rows: [[2, 200]] })).toEqual([BLUE, [0, 0, 0]]);
  const bytes = makeBmp({ width: 1, height: 20, bits: 24, rows: new Array(19).fill([0]) });
  expect([...decodeBmp(bytes, 'thumbnail').pixels.subarray(0, 6)]).toEqual([255, 255, 255, 0, 0, 0]);
});

test('refuses run-length coding, unusual depths and truncated files', () => {
  const page = { width: 4, height: 4, bits: 8, palette: bgr, rows: new Array(4).fill([0, 0, 0, 0]) };
  for (const spec of [
    { ...page, compression: 1 },
    { ...page, bits: 8, rows: page.rows.slice(2) },
    { ...page, compression: 3 },
  ]) {
    expect(() => decodeBmp(makeBmp(spec), 'thumbnail')).toThrow(
      expect.objectContaining({ kind: 'thumbnail', reason: 'undecodable' }),
    );
  }
});

test('decodes or refuses 4,000 damaged BMPs', () => {
  const seeds = [
    makeBmp({ width: 9, height: 3, bits: 4, palette: bgr, rows: new Array(3).fill(zeros(9)) }),
    makeBmp({
      width: 3,
      height: -3,
      bits: 16,
      compression: 3,
      masks: [1, 2, 4],
      rows: new Array(3).fill([1, 2, 3]),
    }),
    makeBmp({ width: 3, height: 3, bits: 24, headerBytes: 12, rows: new Array(3).fill([1, 2, 3]) }),
  ];
  const random = seededRandom(7);
  let decoded = 0;
  for (let round = 0; round < 4000; round++) {
    try {
      const { pixels, width, height, channels } = decodeBmp(
        mutate(seeds[round % 3] ?? bytesOf(), random),
        'thumbnail',
      );
      expect(pixels.length).toBe(width * height * channels);
      decoded++;
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
    }
  }
  expect(decoded).toBeGreaterThan(500);
});

test('makes a thumbnail of a BMP page', async () => {
  const rows = new Array(60).fill(new Array(40).fill(0x2040c0));
  const { bytes, width, height } = await makeThumbnail(makeBmp({ width: 40, height: 60, bits: 24, rows }), {
    maxWidth: 20,
    maxHeight: 20,
  });
  expect([width, height]).toEqual([13, 20]);
  const { channels } = await sharp(bytes).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 16) * 16)).toEqual([32, 64, 192]);
});
