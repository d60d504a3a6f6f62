import { expect, test } from 'vitest';
import { seededRandom } from '../../../server/test/mutations.ts';
import { FormatError } from '../error.ts';
import { bytesSource } from '../source.ts';
import { BlockReader } from './blocks.ts';

const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7 + (i >>> 11)) & 255);

test('returns the bytes of the source for any offset and length', () => {
  const reader = new BlockReader(bytesSource(bytes));
  const random = seededRandom(1);
  for (let round = 0; round < 2000; round++) {
    const position = Math.floor(random() * bytes.length);
    const length = Math.floor(random() * (round % 10 === 0 ? 300_000 : 2000));
    const target = new Uint8Array(length);
    const isInside = position + length <= bytes.length;
    expect(reader.fill(position, target)).toBe(isInside);
    if (isInside) expect(Buffer.from(target).equals(bytes.subarray(position, position + length))).toBe(true);
  }
});

test('serves adjacent small reads with one read of the source', () => {
  const source = bytesSource(bytes);
  let reads = 0;
  const reader = new BlockReader({
    size: source.size,
    read: (at, length) => {
      reads++;
      return source.read(at, length);
    },
  });
  for (let at = 0; at < 60_000; at += 500) reader.fill(at, new Uint8Array(500));
  expect(reads).toBe(1);
});

test('returns false for a source that fails or ends early', () => {
  const failing = new BlockReader({
    size: 100,
    read: () => {
      throw new FormatError('parser', 'The file cannot be read');
    },
  });
  expect(failing.fill(0, new Uint8Array(10))).toBe(false);
  const short = new BlockReader({ size: 200_000, read: () => new Uint8Array(5) });
  expect(short.fill(0, new Uint8Array(10))).toBe(false);
  expect(short.fill(0, new Uint8Array(150_000))).toBe(false);
});
