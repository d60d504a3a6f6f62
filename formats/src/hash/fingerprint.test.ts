import { expect, test } from 'vitest';
import { countReads } from '../../../server/test/counted-source.ts';
import { bytesOf } from '../../../server/test/makers/bytes.ts';
import { makeRar4, makeRar5, type RarEntry } from '../../../server/test/makers/rar.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';
import { readArchiveIndex } from '../archive/open.ts';
import { defaultLimits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { computeFingerprint } from './fingerprint.ts';

function fingerprintOf(bytes: Uint8Array): string {
  const source = bytesSource(bytes);
  return computeFingerprint(source, readArchiveIndex(source, defaultLimits));
}

const samplesOf = (bytes: Uint8Array) => computeFingerprint(bytesSource(bytes));

const entries: RarEntry[] = [
  { name: '1.jpg', content: 'one' },
  { name: '2.jpg', content: 'two' },
];

test('the fingerprint of an archive is over names, sizes and checksums, and nothing else', () => {
  const plain = fingerprintOf(makeZip(entries));
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  const packedAnew = entries.map(
    (entry) => ({ ...entry, method: 'deflate', localExtra: Buffer.alloc(9) }) as const,
  );
  expect(fingerprintOf(makeZip(packedAnew, { prefix: Buffer.from('MZ'), comment: 'x' }))).toBe(plain);
  const others = [
    [{ name: '1.jpg', content: 'one' }],
    [
      { name: '1.jpg', content: 'one' },
      { name: '3.jpg', content: 'two' },
    ],
    [
      { name: '1.jpg', content: 'one' },
      { name: '2.jpg', content: 'six' },
    ],
    [
      { name: '1.jpg', content: 'one' },
      { name: '2.jpg', content: 'two', declared: { sizeBytes: 9 } },
    ],
    entries.toReversed(),
  ].map((changed) => fingerprintOf(makeZip(changed)));
  expect(new Set([plain, ...others]).size).toBe(6);
});

test('it reads no page', () => {
  const source = countReads(bytesSource(makeZip(entries)));
  const index = readArchiveIndex(source, defaultLimits);
  source.reads = 0;
  computeFingerprint(source, index);
  expect(source.reads).toBe(0);
});

test('RAR archives have theirs from their headers', () => {
  expect(fingerprintOf(makeRar4(entries))).toBe(fingerprintOf(makeRar5(entries)));
  expect(fingerprintOf(makeRar5(entries))).not.toBe(fingerprintOf(makeRar5(entries.slice(1))));
});

test('a name counts by its bytes, not by how it is shown', () => {
  const names = ['\x82.jpg', '\xff.jpg', 'a\x01.jpg', 'a\x02.jpg'].map((name) => bytesOf(name));
  const all = names.map((rawName) => fingerprintOf(makeZip([{ name: '', rawName }])));
  expect(new Set(all).size).toBe(names.length);
});

test('an archive whose names are encrypted is known by its bytes', () => {
  const encrypted = (content: string) =>
    makeRar5([{ name: '1.jpg', content }], { hasEncryptedHeaders: true, prefix: Buffer.from(content) });
  expect(fingerprintOf(encrypted('a'))).not.toBe(fingerprintOf(encrypted('b')));
  expect(fingerprintOf(encrypted('a'))).toBe(fingerprintOf(encrypted('a')));
});

test('samples tell files apart by size, beginning, end and what lies between', () => {
  const bytes = Buffer.alloc(1_000_000, 'content');
  const plain = samplesOf(bytes);
  expect(samplesOf(Buffer.from(bytes))).toBe(plain);
  for (const at of [0, 16_383, 140_569, 999_999]) {
    const changed = Buffer.from(bytes);
    changed[at] = 0;
    expect(samplesOf(changed)).not.toBe(plain);
  }
  expect(samplesOf(bytes.subarray(0, -7))).not.toBe(plain);
});

test('a small file counts with every byte, and a huge one costs eight reads', () => {
  for (const size of [0, 1, 131_072]) {
    const bytes = Buffer.alloc(size, 1);
    const all = [
      samplesOf(bytes),
      ...(size > 0 ? [samplesOf(Buffer.from(bytes).fill(2, size >> 1, (size >> 1) + 1))] : []),
    ];
    expect(new Set(all).size).toBe(all.length);
  }
  const huge = countReads({ size: 2 ** 45, read: (offset, length) => Buffer.alloc(length, String(offset)) });
  computeFingerprint(huge);
  expect(huge.reads).toBe(8);
});
