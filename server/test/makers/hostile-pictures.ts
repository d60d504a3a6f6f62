// Images that resemble published exploits of decoders, which crashed, hung or leaked memory: overflowing tables, wrong
// sizes, self-references, endless documents.
import { crc32, deflateSync } from 'node:zlib';
import { createDice } from '../fuzz/dice.ts';
import { bytesOf, u16, u32, zeros } from './bytes.ts';
import { type MadeFormat, makeImage, makeJxl } from './images.ts';

type Pictures = Record<string, Uint8Array>;

const be16 = (value: number): number[] => [(value >>> 8) & 0xff, value & 0xff];
const be32 = (value: number): number[] => [...be16(value >>> 16), ...be16(value & 0xffff)];

/** Packs bit fields from the least significant bit, as WebP does. */
function bitsOf(fields: readonly (readonly [value: number, count: number])[]): Buffer {
  const bytes: number[] = [];
  let at = 0;
  for (const [value, count] of fields)
    for (let bit = 0; bit < count; bit++, at++) {
      if (at % 8 === 0) bytes.push(0);
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((value >>> bit) & 1) << (at % 8));
    }
  return Buffer.from(bytes);
}

const reversed = (value: number, count: number): number =>
  Number.parseInt(value.toString(2).padStart(count, '0').split('').toReversed().join(''), 2);

const webp = (chunk: string, data: Uint8Array, sizeBytes = data.length): Buffer =>
  bytesOf('RIFF', u32(data.length + 12), 'WEBP', chunk, u32(sizeBytes), data, zeros(data.length & 1));

/**
 * Creates a lossless WebP whose prefix codes have these lengths (CVE-2023-4863): tables were sized for complete codes
 * and filled before the codes were validated.
 */
function webpOfLengths(lengths: (alphabet: number) => readonly number[], cacheBits = 11): Buffer {
  const fields: [number, number][] = [
    [0x2f, 8],
    [39, 14],
    [59, 14],
    [0, 1],
    [0, 3],
    [0, 1],
    [1, 1],
    [cacheBits, 4],
    [0, 1],
  ];
  for (const alphabet of [256 + 24 + 2 ** cacheBits, 256, 256, 256, 40]) {
    fields.push([0, 1], [15, 4]);
    // Code lengths 0 to 15 are stored in four bits each, in the order that the format defines.
    for (const code of [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
      fields.push([code > 15 ? 0 : 4, 3]);
    fields.push([0, 1]);
    const given = lengths(alphabet);
    for (let i = 0; i < alphabet; i++) fields.push([reversed(given[i] ?? 0, 4), 4]);
  }
  return webp('VP8L', Buffer.concat([bitsOf(fields), Buffer.alloc(200, 0x5a)]));
}

const many = (count: number, length: number): number[] => new Array<number>(count).fill(length);

function webps(whole: Buffer): Pictures {
  const canvas = (flags: number, side: number) =>
    bytesOf('VP8X', u32(10), [flags, 0, 0, 0], u32(side - 1).subarray(0, 3), u32(side - 1).subarray(0, 3));
  const riff = (...chunks: Uint8Array[]) => {
    const body = bytesOf('WEBP', ...chunks);
    return bytesOf('RIFF', u32(body.length), body);
  };
  const frame = bytesOf('ANMF', u32(16), zeros(16));
  return {
    'webp codes overfull': webpOfLengths((alphabet) => many(alphabet, 1)),
    'webp codes with holes': webpOfLengths((alphabet) => [9, ...many(alphabet - 1, 0), 15]),
    'webp codes with second-level tables': webpOfLengths((alphabet) => many(alphabet, 15)),
    'webp codes unbalanced': webpOfLengths((alphabet) => [
      ...Array.from({ length: 8 }, (_, i) => i + 1),
      ...many(80, 9),
      ...many(Math.max(0, alphabet - 88), 15),
    ]),
    'webp codes without symbols': webpOfLengths(() => []),
    'webp cut': whole.subarray(0, whole.length >> 1),
    'webp with a chunk of 4 GiB': bytesOf(whole.subarray(0, 16), u32(0xffffffff), whole.subarray(20)),
    'webp with an empty RIFF chunk': bytesOf('RIFF', u32(0), whole.subarray(8)),
    'webp without pixels': webp('VP8 ', bytesOf([0x10, 0, 0, 0x9d, 1, 0x2a], u16(0), u16(0), zeros(40))),
    'webp with a huge canvas': riff(canvas(0, 16_384), whole.subarray(12)),
    'webp with empty frames': riff(
      canvas(2, 60),
      bytesOf('ANIM', u32(6), zeros(6)),
      ...new Array<Buffer>(5_000).fill(frame),
    ),
    'webp with truncated alpha': riff(
      canvas(0x10, 60),
      bytesOf('ALPH', u32(3), [0xff, 1, 2, 0]),
      whole.subarray(12),
    ),
  };
}

const pngChunk = (type: string, data: Uint8Array, sizeBytes = data.length): Buffer => {
  const body = bytesOf(type, data);
  return bytesOf(be32(sizeBytes), body, be32(crc32(body)));
};

function pngs(): Pictures {
  const file = (...chunks: Buffer[]) => bytesOf('\x89PNG\r\n\x1a\n', ...chunks);
  const head = (width: number, height: number, [depth, colour, interlaced] = [8, 2, 0]) =>
    pngChunk('IHDR', bytesOf(be32(width), be32(height), [depth ?? 8, colour ?? 2, 0, 0, interlaced ?? 0]));
  const rows = pngChunk('IDAT', deflateSync(Buffer.alloc(40 * 121)));
  const end = pngChunk('IEND', Buffer.alloc(0));
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));
  return {
    'png without pixels': file(head(0, 0), rows, end),
    'png with a negative size': file(head(0xffffffff, 0x80000000), rows, end),
    'png with a color profile of 64 MiB': file(
      head(40, 40),
      pngChunk('iCCP', bytesOf('icc\0\0', bomb)),
      rows,
      end,
    ),
    'png with a text of 64 MiB': file(
      head(40, 40),
      ...new Array<Buffer>(20).fill(pngChunk('zTXt', bytesOf('a\0\0', bomb))),
      rows,
      end,
    ),
    'png with a chunk of 2 GiB': file(head(40, 40), pngChunk('IDAT', Buffer.alloc(9), 0x7fffffff)),
    'png with a palette of another size': file(
      head(40, 40, [1, 3, 0]),
      pngChunk('PLTE', Buffer.alloc(3 * 300)),
      pngChunk('tRNS', Buffer.alloc(400)),
      rows,
      end,
    ),
    'png with an invalid bit depth': file(head(40, 40, [7, 9, 3]), rows, end),
    'png with invalid compressed data': file(
      head(40, 40, [16, 6, 1]),
      pngChunk('IDAT', Buffer.alloc(500, 1)),
      end,
    ),
    'png with two headers': file(head(40, 40), head(16_000, 6_000), rows, end),
    'png without an end': file(head(40, 40), rows.subarray(0, 20)),
  };
}

function jpegs(whole: Buffer): Pictures {
  const segment = (mark: number, data: Uint8Array, sizeBytes = data.length + 2) =>
    bytesOf([0xff, mark], be16(sizeBytes), data);
  const start = whole.subarray(0, 2);
  const rest = whole.subarray(2);
  const frameAt = whole.indexOf(Buffer.of(0xff, 0xc0));
  const withFrame = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };
  const scan = whole.subarray(whole.indexOf(Buffer.of(0xff, 0xda)));
  const exif = (body: Uint8Array) => bytesOf(start, segment(0xe1, bytesOf('Exif\0\0', body)), rest);
  // A directory that links to itself as its next and as its nested directory.
  const loop = bytesOf('II', u16(42), u32(8), u16(1), u16(0x8769), u16(4), u32(1), u32(8), u32(8));
  return {
    'jpeg without pixels': withFrame((bytes) => bytes.fill(0, frameAt + 5, frameAt + 9)),
    'jpeg with 4 gigapixels': withFrame((bytes) => bytes.fill(0xff, frameAt + 5, frameAt + 9)),
    'jpeg with 255 components': withFrame((bytes) => bytes.fill(0xff, frameAt + 9, frameAt + 10)),
    'jpeg with invalid sampling factors': withFrame((bytes) => bytes.fill(0xff, frameAt + 11, frameAt + 12)),
    'jpeg with 12 bits per sample': withFrame((bytes) => bytes.fill(12, frameAt + 4, frameAt + 5)),
    'jpeg with arithmetic coding': withFrame((bytes) => bytes.fill(0xc9, frameAt + 1, frameAt + 2)),
    'jpeg with an overfull table': bytesOf(
      start,
      segment(0xc4, bytesOf([0], many(16, 255), many(200, 1))),
      rest,
    ),
    'jpeg with an empty segment': bytesOf(start, segment(0xe0, Buffer.alloc(0), 0), rest),
    'jpeg with a profile in 255 parts': bytesOf(
      start,
      ...Array.from({ length: 255 }, (_, n) =>
        segment(0xe2, bytesOf('ICC_PROFILE\0', [n + 1, 255], Buffer.alloc(60_000, n))),
      ),
      rest,
    ),
    'jpeg with inconsistent profile parts': bytesOf(
      start,
      segment(0xe2, bytesOf('ICC_PROFILE\0', [9, 2], Buffer.alloc(50, 1))),
      segment(0xe2, bytesOf('ICC_PROFILE\0', [9, 2], be32(0x7fffffff), Buffer.alloc(50, 1))),
      rest,
    ),
    'jpeg with ten thousand scans': bytesOf(whole.subarray(0, -2), ...new Array<Buffer>(10_000).fill(scan)),
    'jpeg with a recursive directory': exif(loop),
    'jpeg with a directory beyond the end': exif(bytesOf('MM', [0, 42], be32(0xfffffff0), zeros(30))),
    'jpeg with 65,535 entries': exif(bytesOf('II', u16(42), u32(8), u16(0xffff), Buffer.alloc(4_000, 0xff))),
    'jpeg with endless restart markers': bytesOf(
      start,
      segment(0xdd, Buffer.of(0, 1)),
      rest.subarray(0, -2),
      ...many(5_000, 0xd0).map((mark, i) => Buffer.of(0xff, mark + (i % 8))),
    ),
    'jpeg with only a start': whole.subarray(0, frameAt + 4),
  };
}

function gifs(): Pictures {
  const file = (width: number, height: number, ...parts: Uint8Array[]) =>
    bytesOf('GIF89a', u16(width), u16(height), [0x80, 0, 0, 255, 255, 255, 0, 0, 0], ...parts);
  const frame = ([left, top, width, height]: [number, number, number, number], data: Uint8Array) =>
    bytesOf([0x2c], u16(left), u16(top), u16(width), u16(height), [0], data);
  const codes = Buffer.of(2, 2, 0x44, 0x01, 0);
  return {
    'gif without frames': file(40, 60, Buffer.of(0x3b)),
    'gif without pixels': file(0, 0, frame([0, 0, 0, 0], codes), Buffer.of(0x3b)),
    'gif with 4 gigapixels': file(65_535, 65_535, frame([0, 0, 65_535, 65_535], codes)),
    'gif with a frame outside the canvas': file(40, 60, frame([65_000, 65_000, 500, 500], codes)),
    'gif with overlong codes': file(40, 60, frame([0, 0, 40, 60], Buffer.of(12, 4, 255, 255, 255, 255, 0))),
    'gif with a code size of 255 bits': file(40, 60, frame([0, 0, 40, 60], Buffer.of(255, 4, 1, 2, 3, 4, 0))),
    'gif with undefined codes': file(
      40,
      60,
      frame([0, 0, 40, 60], Buffer.of(2, 4, 0xff, 0xff, 0xff, 0xff, 0)),
    ),
    'gif with endless comments': file(
      40,
      60,
      bytesOf([0x21, 0xfe], ...new Array<Buffer>(20_000).fill(Buffer.of(1, 0x41))),
    ),
    'gif truncated in a block': file(40, 60, bytesOf([0x2c], u16(0))),
  };
}

function tiffs(): Pictures {
  const entry = (tag: number, type: number, count: number, value: number) =>
    bytesOf(u16(tag), u16(type), u32(count), u32(value));
  const file = (entries: readonly Uint8Array[], next = 0) =>
    bytesOf('II', u16(42), u32(8), u16(entries.length), ...entries, u32(next), zeros(64));
  const size = [entry(256, 3, 1, 40), entry(257, 3, 1, 60)];
  const plain = [...size, entry(258, 3, 1, 8), entry(259, 3, 1, 1), entry(262, 3, 1, 1)];
  const strip = [entry(273, 4, 1, 100), entry(278, 4, 1, 60), entry(279, 4, 1, 2_400)];
  return {
    'tiff with a circular directory list': file([...plain, ...strip], 8),
    'tiff with a recursive directory': file([...plain, entry(330, 13, 1, 8), ...strip], 8),
    'tiff with strips beyond the end': file([
      ...plain,
      entry(273, 4, 1, 0xfffffff0),
      entry(279, 4, 1, 0xffffffff),
    ]),
    'tiff with a billion strips': file([...plain, entry(273, 4, 0x3fffffff, 100)]),
    'tiff with zero bits per sample': file([...size, entry(258, 3, 1, 0), entry(259, 3, 1, 1), ...strip]),
    'tiff with old-style jpeg': file([...size, entry(258, 3, 1, 8), entry(259, 3, 1, 6), ...strip]),
    'tiff with 65,535 samples': file([...plain, entry(277, 3, 1, 65_535), ...strip]),
    'tiff with empty tiles': file([...plain, entry(322, 3, 1, 0), entry(323, 3, 1, 0), entry(324, 4, 1, 8)]),
    'tiff with a huge size': file([entry(256, 4, 1, 0x7fffffff), entry(257, 4, 1, 0x7fffffff), ...strip]),
    'tiff with two words': bytesOf('MM', [0, 43, 0, 8, 0, 0], be32(0), be32(0xffffffff), zeros(40)),
  };
}

function avifs(whole: Buffer): Pictures {
  const box = (name: string, ...parts: Uint8Array[]) => {
    const body = bytesOf(name, ...parts);
    return bytesOf(be32(body.length + 4), body);
  };
  const change = (mark: string, at: number, value: number) => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt32BE(value >>> 0, bytes.indexOf(mark) + at);
    return bytes;
  };
  const type = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1'));
  let nest = box('meta', Buffer.alloc(4));
  for (let n = 0; n < 2_000; n++) nest = box('moov', nest);
  return {
    'avif with a huge size': change('ispe', 8, 0x7fffffff),
    'avif without pixels': change('ispe', 8, 0),
    'avif with data outside the file': change('iloc', 12, 0xfffffff0),
    'avif cut': whole.subarray(0, whole.length - 40),
    'avif with a box of 4 GiB': bytesOf(type, be32(0xffffffff), 'meta', zeros(200)),
    'avif with empty boxes': bytesOf(type, ...new Array<Buffer>(5_000).fill(Buffer.from(be32(0)))),
    'avif with two thousand nested boxes': bytesOf(type, nest),
  };
}

function bmps(): Pictures {
  const file = (
    width: number,
    height: number,
    { bits = 24, compression = 0, colours = 0, offset = 54, data = Buffer.alloc(200) } = {},
  ) =>
    bytesOf(
      'BM',
      u32(54 + data.length),
      u32(0),
      u32(offset),
      u32(40),
      u32(width),
      u32(height),
      u16(1),
      u16(bits),
      u32(compression),
      zeros(12),
      u32(colours),
      u32(0),
      data,
    );
  return {
    'bmp without pixels': file(0, 0),
    'bmp with a height of -2 GiB': file(40, 0x80000000),
    'bmp with 255 bits per pixel': file(40, 60, { bits: 255 }),
    'bmp with data beyond the end': file(40, 60, { offset: 0xfffffff0 }),
    'bmp with a billion colors': file(40, 60, { bits: 8, colours: 0x3fffffff }),
    'bmp with runs beyond the row': file(40, 60, { bits: 8, compression: 1, data: Buffer.alloc(600, 255) }),
    'bmp with jumps beyond the end': file(40, 60, {
      bits: 8,
      compression: 1,
      data: Buffer.concat(new Array<Buffer>(200).fill(Buffer.of(0, 2, 255, 255))),
    }),
  };
}

/** Real images with some changed bytes, reproducible by seed. */
async function changed(seed: number, each: number): Promise<Pictures> {
  const dice = createDice(seed);
  const found: Pictures = {};
  const formats: MadeFormat[] = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'];
  const whole = await Promise.all(formats.map((format) => makeImage({ format })));
  const all = [...formats.map((format, i) => [format, whole[i]] as const), ['jxl', await makeJxl()] as const];
  for (const [format, bytes] of all)
    for (let n = 0; n < each && bytes; n++) {
      const copy = Buffer.from(bytes);
      for (let i = 0; i < 1 + dice.below(6); i++)
        copy[12 + dice.below(copy.length - 12)] = dice.pick([0, 0xff, dice.below(256)]);
      found[`${format} changed ${n}`] = dice.chance(0.2) ? copy.subarray(0, dice.below(copy.length)) : copy;
    }
  return found;
}

/** Returns images by their defect. `each`: number of mutated images per format. */
export async function makeHostilePictures({ seed, each }: { seed: number; each: number }): Promise<Pictures> {
  const [jpeg, webpWhole, avif] = await Promise.all([
    makeImage(),
    makeImage({ format: 'webp' }),
    makeImage({ format: 'avif' }),
  ]);
  return {
    ...webps(webpWhole),
    ...pngs(),
    ...jpegs(jpeg),
    ...gifs(),
    ...tiffs(),
    ...avifs(avif),
    ...bmps(),
    ...(await changed(seed, each)),
  };
}
