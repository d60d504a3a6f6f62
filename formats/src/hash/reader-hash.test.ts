import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bytesSource, openFileSource } from '../source.ts';
import { computeReaderHash } from './reader-hash.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-reader-hash-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Size and hash of files by `patternOf`, computed with KOReader's code. */
const vectors: [number, string][] = [
  [0, 'd41d8cd98f00b204e9800998ecf8427e'],
  [1, '93b885adfe0da089cdf634904fd59f71'],
  [512, '5a0908b143061c34eb0aef7283daf995'],
  [1_023, 'd40db851663591609253417c4ef83615'],
  [1_024, '3a6313818082da07ecb5476ec705caef'],
  [1_025, 'd6cfebfa2ba320a62cc5f30743da344d'],
  [1_500, '0083a789a2d08a56a9c6fe263307ae3f'],
  [2_047, '6e4fc18d65d4f58404311062f078dc63'],
  [2_048, 'e55b30ab02ba1e01566c0fec9193b3ed'],
  [2_049, 'e55b30ab02ba1e01566c0fec9193b3ed'],
  [4_095, 'e55b30ab02ba1e01566c0fec9193b3ed'],
  [4_096, 'e55b30ab02ba1e01566c0fec9193b3ed'],
  [4_097, '8d4e20b1e3d6f40f2f0e11e4a043da74'],
  [5_000, 'ddd966bfdab0b4ce9bbde59e9d0f029d'],
  [5_120, '734302eef40aa8e3b918f736bb6b64f0'],
  [16_383, '734302eef40aa8e3b918f736bb6b64f0'],
  [16_384, '734302eef40aa8e3b918f736bb6b64f0'],
  [16_385, 'e09a692a9c27762ff3f64f454f612e55'],
  [17_408, 'c04e2bcea153ef5bf890cf7c4d58ded8'],
  [65_535, 'c04e2bcea153ef5bf890cf7c4d58ded8'],
  [65_536, 'c04e2bcea153ef5bf890cf7c4d58ded8'],
  [65_537, '092f18a442121ec55f95669123b13658'],
  [66_000, '01c9a4019bee1face61ec51fcc0fb71b'],
  [262_144, '4ccb0257dded68f1253fe280b4adc99d'],
  [262_145, '3bb1d85d6a1295e3ac1d545919e37cbd'],
  [300_000, '441292f6a8818dc4b68186bee7c5d4cd'],
  [1_048_576, '441292f6a8818dc4b68186bee7c5d4cd'],
  [1_048_577, '8e542a7fa0990efc9bc2649469dd5aab'],
  [1_049_600, '9734950f0d6d70e665bf1448fc9fdec9'],
  [4_194_304, '9734950f0d6d70e665bf1448fc9fdec9'],
  [4_194_305, '64a944ae2d8926ea6f95426d5f4e14ba'],
  [4_200_000, 'bdf94948392509eb20d47c3e2ab4c1b9'],
  [16_777_216, 'bdf94948392509eb20d47c3e2ab4c1b9'],
  [16_777_217, 'fa94a20f627a439060353d7f9cb2c9a8'],
  [16_780_000, '6b0bc78bd355a7f4af3c1d4de37c4718'],
];

/** The byte at o is (o·31 + ⌊o/256⌋·17 + ⌊o/65536⌋·7) mod 256. */
function patternOf(size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let o = 0; o < size; o++) bytes[o] = (o * 31 + (o >> 8) * 17 + (o >> 16) * 7) & 0xff;
  return bytes;
}

const largest = patternOf(Math.max(...vectors.map(([size]) => size)));

test.each(vectors)('returns the hash of KOReader for a file of %d bytes', (size, expected) => {
  expect(computeReaderHash(bytesSource(largest.subarray(0, size)))).toBe(expected);
});

/** Computes the hash with independent tools: dd extracts the samples, md5sum hashes them. */
function hashByTools(path: string, size: number): string {
  const samples = [0, ...Array.from({ length: 11 }, (_, i) => 1024 * 4 ** i)]
    .filter((offset) => offset < size)
    .map((offset) =>
      execFileSync('dd', [`if=${path}`, 'bs=1024', `skip=${offset / 1024}`, 'count=1', 'status=none']),
    );
  return execFileSync('md5sum', { input: Buffer.concat(samples) })
    .toString()
    .slice(0, 32);
}

const hasTools = ['dd', 'md5sum'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test.skipIf(!hasTools)('agrees with dd and md5sum for files of many sizes, up to 1.1 GB', () => {
  const path = join(folder, 'book');
  writeFileSync(path, largest);
  const sizes = [
    1,
    700,
    1025,
    4096,
    4100,
    5119,
    16_385,
    70_000,
    1_049_000,
    4_194_305,
    largest.length,
    1_100_000_000,
  ];
  for (const size of sizes.toReversed()) {
    truncateSync(path, size);
    const file = openFileSource(path);
    expect([size, computeReaderHash(file)]).toEqual([size, hashByTools(path, size)]);
    file.close();
  }
});

test('reads the last sample at 1 GiB', () => {
  const zeros = { size: 2 ** 40, read: (_: number, length: number) => new Uint8Array(length) };
  const marked = {
    ...zeros,
    read: (offset: number, length: number) => new Uint8Array(length).fill(offset === 2 ** 30 ? 1 : 0),
  };
  expect(computeReaderHash(zeros)).toBe(
    createHash('md5')
      .update(Buffer.alloc(12 * 1024))
      .digest('hex'),
  );
  expect(computeReaderHash(marked)).not.toBe(computeReaderHash(zeros));
});
