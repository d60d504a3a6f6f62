import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { faultOf } from '../../../../server/test/faults.ts';
import { bytesOf } from '../../../../server/test/makers/bytes.ts';
import {
  makeRar4,
  makeRar5,
  type RarEntry,
  type RarOptions,
  rar4Block,
  rar5Block,
  vint,
} from '../../../../server/test/makers/rar.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readRarIndex } from './read-index.ts';

const makers = { rar4: makeRar4, rar5: makeRar5 };
const kinds = ['rar4', 'rar5'] as const;

const indexOf = (bytes: Uint8Array, limits: Limits = defaultLimits) =>
  readRarIndex(bytesSource(bytes), limits);

const entriesOf = (kind: 'rar4' | 'rar5', entries: RarEntry[], options?: RarOptions) =>
  indexOf(makers[kind](entries, options)).entries;

const two: RarEntry[] = [
  { name: 'folder', isDirectory: true },
  { name: 'folder/第01話 été.png', content: 'one' },
  { name: '002.png', content: 'x'.repeat(5_000) },
];

test.each(kinds)('locates a stored entry of a %s', (kind) => {
  const bytes = makers[kind](two, { prefix: Buffer.alloc(3_000, 'MZ') });
  const { entries, ...archive } = indexOf(bytes);
  expect(archive).toEqual({
    isSolid: false,
    isMultiVolume: false,
    hasEncryptedHeaders: false,
    comment: undefined,
  });
  expect(entries.map(({ name, index, isDirectory }) => [name, index, isDirectory])).toEqual([
    ['folder', 0, true],
    ['folder/第01話 été.png', 1, false],
    ['002.png', 2, false],
  ]);
  const [, one, other] = entries;
  expect(one).toMatchObject({ sizeBytes: 3, packedBytes: 3, crc32: crc32('one'), method: 'stored' });
  expect(bytes.subarray(one?.offset, (one?.offset ?? 0) + 3).toString()).toBe('one');
  expect(bytes.subarray(other?.offset, (other?.offset ?? 0) + 5_000).toString()).toBe('x'.repeat(5_000));
});

test.each(kinds)('marks packed, encrypted, linked and solid entries of a %s', (kind) => {
  const bytes = makers[kind](
    [
      { name: 'packed.png', content: 'xyz', method: 3 },
      { name: 'secret.png', content: 'xyz', isEncrypted: true },
      { name: 'link.png', linkTo: '/etc/passwd' },
      { name: 'solid.png', content: 'xyz', method: 5, isSolid: true },
    ],
    { isSolid: true },
  );
  const { entries, isSolid } = indexOf(bytes);
  expect(entries.map((entry) => entry.method)).toEqual(['rar', 'stored', 'stored', 'rar']);
  expect(entries.map((entry) => entry.isEncrypted)).toEqual([false, true, false, false]);
  expect(entries.map((entry) => entry.isSymlink)).toEqual([false, false, true, false]);
  expect(isSolid).toBe(true);
});

test.each(kinds)('returns no entries for a %s with encrypted headers', (kind) => {
  expect(indexOf(makers[kind](two, { hasEncryptedHeaders: true }))).toMatchObject({
    entries: [],
    hasEncryptedHeaders: true,
  });
});

test.each<[string, boolean, RarEntry[], RarOptions]>([
  ['an archive', false, two, {}],
  ['a complete set of one volume', false, two, { isVolume: true }],
  ['a volume that another follows', true, two, { isVolume: true, hasNextVolume: true }],
  [
    'a volume whose last entry continues in the next',
    true,
    [{ name: '1.png', content: 'x', isSplit: true }],
    { isVolume: true },
  ],
])('detects %s as incomplete: %s', (_, isMultiVolume, entries, options) => {
  for (const kind of kinds) expect(indexOf(makers[kind](entries, options)).isMultiVolume).toBe(isMultiVolume);
});

test('detects an old volume without an end block as incomplete', () => {
  expect(indexOf(makeRar4(two, { isVolume: true, hasNoEnd: true })).isMultiVolume).toBe(true);
});

test.each(kinds)('accepts a %s without an end block', (kind) => {
  expect(entriesOf(kind, two, { hasNoEnd: true })).toHaveLength(3);
});

test.each<[string, Partial<RarEntry>, string]>([
  ['UTF-16', { name: '第01話🦊.png' }, '第01話🦊.png'],
  ['half a surrogate pair', { name: 'a\ud83d.png' }, 'a\ufffd.png'],
  ['UTF-8 without a zero byte', { name: '', rawName: Buffer.from('été.png'), isUnicode: true }, 'été.png'],
  [
    'UTF-8 before an empty code',
    { name: '', rawName: Buffer.from('été.png\0\0'), isUnicode: true },
    'été.png',
  ],
  ['the charset of DOS', { name: '', rawName: bytesOf('Z\x81rich.png'), isUnicode: false }, 'Zürich.png'],
  ['backslashes', { name: 'a\\b.png' }, 'a/b.png'],
  // High byte 0x04; codes 1 1 3 3: two Cyrillic letters, a run of 4 from the plain name, a corrected run of
  // 2.
  [
    'every compact code',
    {
      name: '',
      rawName: bytesOf('??-1.Q@', [0], [0x04, 0b01011111, 0x14, 0x30, 0x02, 0x80, 0xff]),
      isUnicode: true,
    },
    'Да-1.Q\u043f',
  ],
])('decodes a RAR 4 name in %s', (_, entry, shown) => {
  expect(entriesOf('rar4', [{ name: '', ...entry }])[0]?.name).toBe(shown);
});

test('bounds a RAR 4 name whose run exceeds the name', () => {
  const rawName = bytesOf(
    'a',
    [0, 0],
    ...Array.from({ length: 5_000 }, () => [0xff, 0x7f, 0x7f, 0x7f, 0x7f]),
  );
  expect(entriesOf('rar4', [{ name: '', rawName, isUnicode: true }])[0]?.name).toBe('a');
});

test('leaves the checksum of a RAR 5 entry without CRC-32 undefined', () => {
  expect(entriesOf('rar5', [{ name: '1.png', content: 'x', hasNoCrc: true }])[0]?.crc32).toBeUndefined();
});

test('treats a RAR 5 method with a huge dictionary as unknown', () => {
  const methods = entriesOf('rar5', [
    { name: '1.png', content: 'x', method: 3, dictionary: 11 },
    { name: '2.png', content: 'x', method: 3, dictionary: 12 },
  ]).map((entry) => entry.method);
  expect(methods).toEqual(['rar', 'unknown']);
});

test('gives a RAR 5 copy the offset of its target', () => {
  const entries = entriesOf('rar5', [
    { name: '1.png', content: 'blank page' },
    { name: '2.png', copyOf: '1.png' },
    { name: '3.png', copyOf: '2.png' },
    { name: '4.png', copyOf: 'later.png' },
    { name: 'later.png', content: 'x' },
  ]);
  const [first, second, third, fourth] = entries;
  expect(second).toEqual({ ...first, name: '2.png' });
  expect(third).toEqual({ ...first, name: '3.png' });
  expect(fourth).toMatchObject({ isSymlink: true, index: 3 });
});

test('returns a RAR 5 comment as text', () => {
  expect(indexOf(makeRar5(two, { comment: 'été' }))).toMatchObject({
    comment: 'été',
    entries: { length: 3 },
  });
});

const mark4 = bytesOf('Rar!\x1a\x07\0');
const mark5 = bytesOf('Rar!\x1a\x07\x01\0');
const main4 = rar4Block({ type: 0x73, flags: 0, fields: Buffer.alloc(6) });
const main5 = rar5Block({ type: 1, fields: vint(0) });
const flip = (bytes: Buffer, at: number) => bytes.fill((bytes.at(at) ?? 0) ^ 1, at, at + 1);

test.each<[string, Uint8Array, string]>([
  ['a RAR 4 cut off in its data', makeRar4(two).subarray(0, -100), 'parser truncated'],
  ['a RAR 5 cut off in its data', makeRar5(two).subarray(0, -100), 'parser truncated'],
  ['a RAR 4 cut off in a header', makeRar4(two).subarray(0, 45), 'parser truncated'],
  ['a RAR 5 cut off in a header', makeRar5(two).subarray(0, 30), 'parser truncated'],
  ['a lone RAR 4 signature', mark4, 'parser truncated'],
  ['a lone RAR 5 signature', mark5, 'parser truncated'],
  ['a changed RAR 4 header', flip(makeRar4(two), 40), 'parser damaged'],
  ['a changed RAR 5 header', flip(makeRar5(two), 25), 'parser damaged'],
  ['a RAR 4 block of length zero', bytesOf(mark4, main4, Buffer.alloc(100)), 'parser damaged'],
  ['a RAR 5 block of length zero', bytesOf(mark5, main5, Buffer.alloc(100)), 'parser damaged'],
  [
    'a RAR 5 number without an end',
    bytesOf(mark5, main5, rar5Block({ type: 2, fields: Buffer.alloc(20, 0xff) })),
    'parser damaged',
  ],
  [
    'a RAR 4 name longer than its header',
    bytesOf(mark4, main4, rar4Block({ type: 0x74, flags: 0x8000, fields: Buffer.alloc(25, 0x10) })),
    'parser truncated',
  ],
  [
    'a RAR 5 name longer than its header',
    bytesOf(mark5, main5, rar5Block({ type: 2, fields: Buffer.from([0, 1, 0, 0, 0, 99, 65]) })),
    'parser damaged',
  ],
  [
    'a RAR 5 extra area longer than its header',
    bytesOf(mark5, main5, rar5Block({ type: 2, flags: 1, fields: Buffer.from([99, 0]) })),
    'parser damaged',
  ],
  ['no RAR', Buffer.from('nothing'), 'parser damaged'],
])('refuses %s', (_, bytes, fault) => {
  expect(faultOf(() => indexOf(bytes))).toBe(fault);
});

test.each(kinds)('refuses too many entries or headers of a %s', (kind) => {
  const bytes = makers[kind](two);
  expect(faultOf(() => indexOf(bytes, { ...defaultLimits, maxEntries: 2 }))).toBe('parser too_large');
  expect(faultOf(() => indexOf(bytes, { ...defaultLimits, maxIndexBytes: 50 }))).toBe('parser too_large');
  expect(faultOf(() => indexOf(bytes, { ...defaultLimits, maxEntries: 3 }))).toBe('no fault');
});

test('refuses millions of blocks that are not entries', () => {
  const block = rar4Block({ type: 0x75, flags: 0, fields: Buffer.alloc(0) });
  const bytes = Buffer.concat([mark4, main4, Buffer.alloc(block.length * 500_000, block)]);
  expect(faultOf(() => indexOf(bytes))).toBe('parser too_large');
});

test('skips old blocks whose checksums are always invalid', () => {
  const old = rar4Block({
    type: 0x79,
    flags: 0x8000,
    fields: Buffer.from([3, 0, 0, 0]),
    data: Buffer.from('sig'),
  });
  old.writeUInt16LE(0, 0);
  expect(indexOf(bytesOf(mark4, main4, old, makeRar4(two).subarray(20))).entries).toHaveLength(3);
});
