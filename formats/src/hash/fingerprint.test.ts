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

test('the fingerprint of an archive depends on names, sizes and checksums only', () => {
  const plain = fingerprintOf(makeZip(entries));
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  const repacked = entries.map(
    (entry) => ({ ...entry, method: 'deflate', localExtra: Buffer.alloc(9) }) as const,
  );
  expect(fingerprintOf(makeZip(repacked, { prefix: Buffer.from('MZ'), comment: 'x' }))).toBe(plain);
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

test('does not read pages', () => {
  const source = countReads(bytesSource(makeZip(entries)));
  const index = readArchiveIndex(source, defaultLimits);
  source.reads = 0;
  computeFingerprint(source, index);
  expect(source.reads).toBe(0);
});

test('computes the fingerprint of RAR archives from their headers', () => {
  expect(fingerprintOf(makeRar4(entries))).toBe(fingerprintOf(makeRar5(entries)));
  expect(fingerprintOf(makeRar5(entries))).not.toBe(fingerprintOf(makeRar5(entries.slice(1))));
});

test('hashes the stored bytes of a name, not its displayed form', () => {
  const names = ['\x82.jpg', '\xff.jpg', 'a\x01.jpg', 'a\x02.jpg'].map((name) => bytesOf(name));
  const all = names.map((rawName) => fingerprintOf(makeZip([{ name: '', rawName }])));
  expect(new Set(all).size).toBe(names.length);
});

test('hashes the bytes of an archive with encrypted names', () => {
  const encrypted = (content: string) =>
    makeRar5([{ name: '1.jpg', content }], { hasEncryptedHeaders: true, prefix: Buffer.from(content) });
  expect(fingerprintOf(encrypted('a'))).not.toBe(fingerprintOf(encrypted('b')));
  expect(fingerprintOf(encrypted('a'))).toBe(fingerprintOf(encrypted('a')));
});

test('samples distinguish files by size, beginning, middle and end', () => {
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

test('hashes every byte of a small file, and reads eight blocks of a huge file', () => {
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
