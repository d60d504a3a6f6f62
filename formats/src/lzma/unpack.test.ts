import { expect, test } from 'vitest';
import { packSevenZip } from '../../../server/test/makers/seven-zip.ts';
import { mutate, seededRandom } from '../../../server/test/mutations.ts';
import { readHeader } from '../archive/seven-zip/header.ts';
import { defaultLimits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { LzmaFault } from './range-coder.ts';
import { unpackLzma, unpackLzma2 } from './unpack.ts';

const random = seededRandom(20_261_127);
const words = Array.from({ length: 300 }, () => Math.floor(random() * 2 ** 40).toString(36));
const text = (length: number) =>
  Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ');
const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

/** Returns the packed stream of an archive with one file, and the first byte of its properties. */
async function packStream(content: Uint8Array, switches: readonly string[]) {
  const source = bytesSource(await packSevenZip({ x: content }, switches));
  const [folder] = readHeader(source, defaultLimits)?.folders ?? [];
  const [where] = folder?.packed ?? [];
  if (!folder || !where) throw new Error('a folder');
  const properties = folder.coders[0]?.properties[0] ?? 0;
  return { packed: source.read(where.offset, where.sizeBytes), properties };
}

const contents: [string, Buffer][] = [
  ['text', Buffer.from(text(20_000))],
  ['noise', noise(100_000)],
  ['one byte', Buffer.from('x')],
  ['repeated bytes', Buffer.alloc(200_000, 7)],
  [
    'text, noise and text',
    Buffer.concat([Buffer.from(text(9_000)), noise(300_000), Buffer.from(text(9_000))]),
  ],
  // A chunk of LZMA2 has at most 2 MiB.
  ['more than a chunk', Buffer.from(text(260_000))],
];

test.each(contents)('unpacks LZMA of %s', async (_, content) => {
  for (const switches of [['-m0=LZMA'], ['-m0=LZMA:lc=0:lp=2:pb=0', '-mx=1'], ['-m0=LZMA:lc=8:lp=4:pb=4']]) {
    const { packed, properties } = await packStream(content, switches);
    expect(content.equals(unpackLzma(properties, packed, content.length))).toBe(true);
  }
});

test.each(contents)('unpacks LZMA2 of %s', async (_, content) => {
  for (const switches of [['-m0=LZMA2'], ['-m0=LZMA2:c=64k', '-mx=1']]) {
    const { packed } = await packStream(content, switches);
    expect(content.equals(unpackLzma2(packed, content.length))).toBe(true);
  }
});

test('unpacks or refuses 2,000 damaged streams within the declared size', async () => {
  const content = Buffer.from(text(500));
  const { packed, properties } = await packStream(content, ['-m0=LZMA']);
  const { packed: packed2 } = await packStream(content, ['-m0=LZMA2']);
  for (let round = 0; round < 1_000; round++) {
    for (const unpack of [
      () => unpackLzma(properties, mutate(packed, random), content.length),
      () => unpackLzma2(mutate(packed2, random), content.length),
    ]) {
      try {
        expect(unpack()).toHaveLength(content.length);
      } catch (error) {
        expect(error).toBeInstanceOf(LzmaFault);
      }
    }
  }
});

test('refuses references to bytes before the first', () => {
  const match = Buffer.from([0, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  expect(() => unpackLzma(0x5d, match, 10)).toThrow(LzmaFault);
  expect(() => unpackLzma(0x5d, match, 10)).toThrow('before the dictionary');
});
