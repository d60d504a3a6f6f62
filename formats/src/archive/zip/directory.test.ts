import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { countReads } from '../../../../server/test/counted-source.ts';
import { faultOf } from '../../../../server/test/faults.ts';
import { bytesOf, u16, u32 } from '../../../../server/test/makers/bytes.ts';
import { makeZip, type ZipEntry, type ZipOptions } from '../../../../server/test/makers/zip.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readZipIndex } from './directory.ts';
import { readZipEntry } from './read.ts';

const three: ZipEntry[] = [
  { name: '001.png', content: 'one' },
  { name: '002.png', content: 'two two two two', method: 'deflate' },
  { name: 'folder/003.png', content: 'three' },
];

const indexOf = (bytes: Uint8Array, limits: Limits = defaultLimits) =>
  readZipIndex(bytesSource(bytes), limits);

const namesOf = (...entries: ZipEntry[]) => indexOf(makeZip(entries)).entries.map((entry) => entry.name);

/** Returns names and contents, read through the index. */
function contentsOf(bytes: Uint8Array): [string, string][] {
  const source = bytesSource(bytes);
  const { entries } = readZipIndex(source, defaultLimits);
  return entries.map((entry) => [
    entry.name,
    Buffer.from(readZipEntry(source, entry, defaultLimits)).toString(),
  ]);
}

const threeContents = three.map(({ name, content }) => [name, content]);

test('reads the fields of an entry from the directory', () => {
  const [, second] = indexOf(makeZip(three)).entries;
  expect(second).toMatchObject({
    name: '002.png',
    rawName: undefined,
    isDirectory: false,
    isSymlink: false,
    isEncrypted: false,
    sizeBytes: 15,
    crc32: crc32('two two two two'),
    method: 'deflate',
    offset: 30 + 7 + 3,
    index: 1,
  });
});

test.each<[string, Uint8Array]>([
  ['an archive', makeZip(three)],
  ['the longest comment', makeZip(three, { comment: 'c'.repeat(65_535) })],
  ['a comment that looks like an end', makeZip(three, { comment: 'PK\x05\x06'.repeat(20) })],
  ['bytes before it', makeZip(three, { prefix: Buffer.alloc(5_000, 'MZ') })],
  [
    'bytes before it that its offsets include',
    makeZip(three, { prefix: Buffer.alloc(5_000, 'MZ'), countsPrefix: true }),
  ],
  ['bytes after it', makeZip(three, { trailing: Buffer.alloc(9_000) })],
  ['60,000 claimed entries', makeZip(three, { entryCount: 60_000 })],
  ['one claimed entry', makeZip(three, { entryCount: 1 })],
  ['zip64 end records', makeZip(three, { isZip64: true })],
  ['zip64 end records after other bytes', makeZip(three, { isZip64: true, prefix: Buffer.alloc(777) })],
  ['zip64 extra fields', makeZip(three.map((entry) => ({ ...entry, isZip64: true })))],
  ['data descriptors', makeZip(three.map((entry) => ({ ...entry, hasDescriptor: true })))],
  [
    'local headers that differ from the directory',
    makeZip(three.map((entry) => ({ ...entry, localName: 'lie.exe' }))),
  ],
  [
    'local headers with long extra fields',
    makeZip(three.map((entry) => ({ ...entry, localExtra: Buffer.alloc(500) }))),
  ],
])('reads entries with %s', (_, bytes) => {
  expect(contentsOf(bytes)).toEqual(threeContents);
});

test("finds entries whose offsets count the bytes before the archive although the directory's offset does not", () => {
  const prefix = Buffer.alloc(300, 'MZ');
  const mended = makeZip(three, { prefix, countsPrefix: true });
  // The directory offset in the end record, as if only the offsets of the entries had been corrected.
  mended.writeUInt32LE(mended.readUInt32LE(mended.length - 6) - prefix.length, mended.length - 6);
  expect(contentsOf(mended)).toEqual(threeContents);
});

test('accepts an empty archive', () => {
  expect(indexOf(makeZip([])).entries).toEqual([]);
  expect(indexOf(makeZip([], { prefix: Buffer.alloc(10), comment: 'x' })).entries).toEqual([]);
});

test('returns the comment as text', () => {
  expect(indexOf(makeZip(three)).comment).toBeUndefined();
  expect(indexOf(makeZip(three, { comment: '{"été": 1}' })).comment).toBe('{"été": 1}');
  expect(indexOf(makeZip(three, { comment: Uint8Array.of(0x82, 0x74, 0x82) })).comment).toBe('été');
});

test('finds more entries than a 16-bit count can express', () => {
  const entries = Array.from({ length: 70_000 }, (_, i) => ({ name: `${i}.png` }));
  for (const options of [{}, { isZip64: true }] satisfies ZipOptions[]) {
    const index = indexOf(makeZip(entries, options));
    expect([index.entries.length, index.entries.at(-1)?.name]).toEqual([70_000, '69999.png']);
  }
});

test('reads sizes and offsets beyond 4 GiB from the zip64 extra field', () => {
  const declared = { sizeBytes: 5 * 2 ** 32, packedBytes: 2 ** 33, offset: 2 ** 34 };
  const [entry] = indexOf(makeZip([{ name: 'huge.jpg', isZip64: true, declared }])).entries;
  expect(entry).toMatchObject(declared);
});

const sjis = (hex: string, rest: string) => bytesOf([...Buffer.from(hex, 'hex')], rest);

test.each<[string, ZipEntry, string]>([
  ['UTF-8 by its flag', { name: '第01話/🦊.png' }, '第01話/🦊.png'],
  ['UTF-8 without the flag', { name: '第01話.png', isUtf8: false }, '第01話.png'],
  ['CP437', { name: '', rawName: bytesOf('Z\x81rich \x82t\x82.png') }, 'Zürich été.png'],
  [
    'CP437 although the flag says UTF-8',
    { name: '', rawName: bytesOf('\x82t\x82.png'), isUtf8: true },
    'été.png',
  ],
  ['Shift_JIS', { name: '', rawName: sjis('91e688ea9862', '_01.png') }, '第一話_01.png'],
  [
    'Shift_JIS with a backslash inside a character',
    { name: '', rawName: sjis('835c837d838a5c838c', '.png') },
    'ソマリ/レ.png',
  ],
  [
    'Western letters that are valid Shift_JIS',
    { name: '', rawName: bytesOf('K\x94nigreich der V\x94gel.png') },
    'Königreich der Vögel.png',
  ],
  [
    'two Western pairs that are valid Shift_JIS',
    { name: '', rawName: bytesOf('h\x94j\x94j.png') },
    'höjöj.png',
  ],
  ['backslashes', { name: 'a\\b\\1.png' }, 'a/b/1.png'],
  ['control characters', { name: 'new\nline\0.png' }, 'new\ufffdline\ufffd.png'],
  ['a path out of the archive', { name: '../../etc/passwd.png' }, '../../etc/passwd.png'],
])('decodes a name in %s', (_, entry, shown) => {
  expect(namesOf(entry)).toEqual([shown]);
});

test('decodes all names as Shift_JIS if one is clearly Japanese', () => {
  const names = namesOf(
    { name: '', rawName: sjis('838a', '.png') },
    { name: '', rawName: sjis('91e688ea9862', '.png') },
  );
  expect(names).toEqual(['リ.png', '第一話.png']);
});

test('decodes names as CP437 if not all are valid in Shift_JIS', () => {
  const names = namesOf(
    { name: '', rawName: sjis('91e688ea9862', '.png') },
    { name: '', rawName: bytesOf('\x82t\x82.png') },
  );
  expect(names).toEqual(['æµêΩÿb.png', 'été.png']);
});

test('uses the Unicode path only if it belongs to the stored name', () => {
  const raw = Buffer.from('?? 1.png');
  const utf8 = Buffer.from('扉絵 1.png');
  const path = (checksum: number) => bytesOf(u16(0x7075), u16(5 + utf8.length), [1], u32(checksum), utf8);
  expect(namesOf({ name: '?? 1.png', extra: path(crc32(raw)) })).toEqual(['扉絵 1.png']);
  expect(namesOf({ name: '?? 1.png', extra: path(crc32('other')) })).toEqual(['?? 1.png']);
});

test('shortens a long name in the middle and keeps its extension', () => {
  const [name = ''] = namesOf({ name: `${'x'.repeat(10_000)}001.png` });
  expect(name.length).toBe(defaultLimits.maxNameBytes);
  expect(name).toMatch(/^x+…x{9}001\.png$/);
});

test('keeps the stored bytes of a name if they differ from its UTF-8', () => {
  const raw = bytesOf('\x82t\x82.png');
  const { entries } = indexOf(makeZip([{ name: '', rawName: raw }, { name: 'é.png' }, { name: 'a\\b.png' }]));
  expect(entries.map((entry) => entry.rawName && Buffer.from(entry.rawName))).toEqual([
    raw,
    undefined,
    Buffer.from('a\\b.png'),
  ]);
});

test('keeps several entries of one name in order', () => {
  const { entries } = indexOf(
    makeZip([
      { name: '1.png', content: 'a' },
      { name: '1.png', content: 'bb' },
    ]),
  );
  expect(entries.map((entry) => entry.sizeBytes)).toEqual([1, 2]);
});

test('marks folders, links, devices and encrypted entries', () => {
  const { entries } = indexOf(
    makeZip([
      { name: 'folder/', unixMode: 0o040755 },
      { name: 'link.png', content: '/etc/passwd', unixMode: 0o120777 },
      { name: 'device.png', unixMode: 0o060644 },
      { name: 'plain.png', content: 'x', unixMode: 0o100644 },
      { name: 'secret.png', content: 'x', isEncrypted: true },
      { name: 'aes.png', content: 'x', isEncrypted: true, method: 99 },
    ]),
  );
  expect(entries.map((entry) => entry.isDirectory)).toEqual([true, false, false, false, false, false]);
  expect(entries.map((entry) => entry.isSymlink)).toEqual([false, true, true, false, false, false]);
  expect(entries.map((entry) => entry.isEncrypted)).toEqual([false, false, false, false, true, true]);
});

test('maps compression methods to names', () => {
  const numbers = [0, 8, 9, 12, 14, 20, 93, 95, 98, 99, 7];
  const { entries } = indexOf(makeZip(numbers.map((method) => ({ name: `${method}`, method }))));
  expect(entries.map((entry) => entry.method).join(' ')).toBe(
    'stored deflate deflate64 bzip2 lzma zstd zstd xz ppmd aes unknown',
  );
});

const whole = makeZip(three);
const withoutDirectory = Buffer.from(whole);
withoutDirectory.fill('X', whole.indexOf('PK\x01\x02'), whole.indexOf('PK\x01\x02') + 4);
const bomb = [
  { name: '0.jpg', content: 'x'.repeat(100) },
  { name: '1.jpg', sharesWith: 0 },
];
const nested: ZipEntry[] = [
  { name: '0.jpg', content: 'x'.repeat(100) },
  { name: '1.jpg', content: 'y' },
  { name: '2.jpg', declared: { offset: 20, packedBytes: 40 } },
];

test.each<[string, Uint8Array, string]>([
  ['a file cut off in its middle', whole.subarray(0, 120), 'parser truncated'],
  ['a file cut off in its end record', whole.subarray(0, -10), 'parser truncated'],
  ['an empty file', new Uint8Array(0), 'parser truncated'],
  ['a directory at the wrong offset', withoutDirectory, 'parser damaged'],
  ['entries that share their data', makeZip(bomb), 'parser overlap'],
  ['nested entries in any order', makeZip(nested), 'parser overlap'],
  ['one disk of several', makeZip(three, { disk: 2 }), 'parser multi_volume'],
])('refuses %s', (_, bytes, fault) => {
  expect(faultOf(() => indexOf(bytes))).toBe(fault);
});

test('reads entries whose order differs from the order of their data', () => {
  const bytes = makeZip([
    { name: '1.png', content: 'a' },
    { name: '2.png', content: 'bb' },
  ]);
  const first = bytes.indexOf('PK\x01\x02');
  const second = bytes.lastIndexOf('PK\x01\x02');
  const end = bytes.length - 22;
  const swapped = bytesOf(
    bytes.subarray(0, first),
    bytes.subarray(second, end),
    bytes.subarray(first, second),
    bytes.subarray(end),
  );
  expect(contentsOf(swapped)).toEqual([
    ['2.png', 'bb'],
    ['1.png', 'a'],
  ]);
});

test('refuses a directory with garbage between its entries', () => {
  const bytes = Buffer.from(whole);
  bytes.write('XX', bytes.lastIndexOf('PK\x01\x02'));
  expect(faultOf(() => indexOf(bytes))).toBe('parser damaged');
});

test('refuses an entry that extends past the directory', () => {
  const bytes = Buffer.from(whole);
  bytes.writeUInt16LE(5_000, bytes.lastIndexOf('PK\x01\x02') + 30);
  expect(faultOf(() => indexOf(bytes))).toBe('parser damaged');
});

test('refuses too many entries and too long a directory', () => {
  expect(faultOf(() => indexOf(whole, { ...defaultLimits, maxEntries: 2 }))).toBe('parser too_large');
  expect(faultOf(() => indexOf(whole, { ...defaultLimits, maxIndexBytes: 50 }))).toBe('parser too_large');
  expect(faultOf(() => indexOf(whole, { ...defaultLimits, maxEntries: 3 }))).toBe('no fault');
});

test('reads an archive of a few pages in one read', () => {
  const source = countReads(bytesSource(whole));
  readZipIndex(source, defaultLimits);
  expect(source.reads).toBe(1);
});
