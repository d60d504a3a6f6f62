import { expect, test } from 'vitest';
import { faultOf } from '../../../../server/test/faults.ts';
import {
  makeSevenZip,
  packSevenZip,
  type SevenZipEntry,
  type SevenZipOptions,
  sealSevenZip,
} from '../../../../server/test/makers/seven-zip.ts';
import { openArchive } from '../../../../server/test/open-archive.ts';
import { defaultLimits } from '../../limits.ts';
import { listPageEntries } from '../pages.ts';
import { readEntryHead, readEntryNow } from '../read.ts';

const faultOfMade = (entries: readonly SevenZipEntry[], options?: SevenZipOptions) =>
  faultOf(() => openArchive(makeSevenZip(entries, options)));

const page = { name: '1.png', content: 'one' };

test('distinguishes files, folders and empty files', async () => {
  const bytes = await packSevenZip({ 'folder/10.png': 'ten', 'folder/2.png': 'two', 'empty.png': '' });
  const { entries, hasEncryptedHeaders, isMultiVolume } = openArchive(bytes).index;
  expect(entries.map(({ name, isDirectory, sizeBytes }) => [name, isDirectory, sizeBytes]).sort()).toEqual([
    ['empty.png', false, 0],
    ['folder', true, 0],
    ['folder/10.png', false, 3],
    ['folder/2.png', false, 3],
  ]);
  expect([hasEncryptedHeaders, isMultiVolume]).toEqual([false, false]);
  const pages = listPageEntries(openArchive(bytes).index).map(({ name }) => name);
  expect(pages).toEqual(['empty.png', 'folder/2.png', 'folder/10.png']);
});

test('reads packed and unpacked headers alike', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.png`, `page ${i}`]));
  const packed = await packSevenZip(files);
  const plain = await packSevenZip(files, ['-mhc=off']);
  expect(packed.length).toBeLessThan(plain.length);
  const list = (bytes: Buffer) =>
    openArchive(bytes).index.entries.map(({ name, sizeBytes, crc32, index }) => [
      name,
      sizeBytes,
      crc32,
      index,
    ]);
  expect(list(packed)).toHaveLength(300);
  expect(list(packed)).toEqual(list(plain));
});

test('reads a stored entry at its offset', () => {
  const archive = openArchive(makeSevenZip([page, { name: 'folder' }, { name: '2.png', content: 'second' }]));
  expect(archive.index.isSolid).toBe(false);
  const pages = listPageEntries(archive.index);
  expect(pages.map(({ name, method, offset }) => [name, method, offset])).toEqual([
    ['1.png', 'stored', 32],
    ['2.png', 'stored', 35],
  ]);
  expect(pages.map((entry) => Buffer.from(readEntryNow(archive, entry)).toString())).toEqual([
    'one',
    'second',
  ]);
  expect(pages.map((entry) => readEntryHead(archive, entry, 2).length)).toEqual([2, 2]);
});

test('cleans names for display and excludes links from the pages', () => {
  const unix = (type: number) => ((type | 0o644) << 16) | 0x8000;
  const { index } = openArchive(
    makeSevenZip([
      { name: '第１話\\1.png', content: 'a' },
      { name: '../../\u0007.png', content: 'b' },
      { name: `${'n'.repeat(5_000)}.png`, content: 'c' },
      { name: '4.png', content: '/etc/passwd', attributes: unix(0xa000) },
      { name: '5.png', content: 'd', attributes: 0x400 },
      { name: '6.png', content: 'e', attributes: unix(0x8000) },
      { name: '', content: 'f' },
    ]),
  );
  const names = index.entries.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['第１話/1.png', '../../\ufffd.png']);
  expect(names[2]?.length).toBe(defaultLimits.maxNameBytes);
  expect(index.entries.map(({ isSymlink }) => isSymlink)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(listPageEntries(index)).toHaveLength(4);
});

test('accepts an empty archive', () => {
  expect(openArchive(sealSevenZip(Buffer.alloc(0), Buffer.alloc(0))).index.entries).toEqual([]);
});

test('reports encrypted headers, and encrypted files by name', async () => {
  const hidden = openArchive(await packSevenZip({ '1.png': 'one' }, ['-psecret', '-mhe=on'])).index;
  expect([hidden.hasEncryptedHeaders, hidden.entries]).toEqual([true, []]);
  expect(faultOf(() => listPageEntries(hidden))).toBe('parser encrypted');
  const [entry] = openArchive(await packSevenZip({ '1.png': 'one' }, ['-psecret'])).index.entries;
  expect([entry?.name, entry?.isEncrypted]).toEqual(['1.png', true]);
});

test('refuses an archive that is truncated anywhere', async () => {
  const whole = await packSevenZip({ '1.png': 'one', '2.png': 'two' });
  for (let length = 6; length < whole.length; length++)
    expect([length, faultOf(() => openArchive(whole.subarray(0, length)))]).toEqual([
      length,
      'parser truncated',
    ]);
});

test('refuses a header with any byte changed', async () => {
  const whole = await packSevenZip({ '1.png': 'one' }, ['-mhc=off']);
  const headerAt = 32 + Number(whole.readBigUInt64LE(12));
  const nameAt = whole.indexOf(Buffer.from('1.png', 'utf16le'), headerAt);
  for (const at of [8, 12, 20, 28, headerAt, nameAt, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0x40;
    expect([at, faultOf(() => openArchive(damaged))]).toEqual([at, 'parser damaged']);
  }
});

test.each<[string, readonly SevenZipEntry[], SevenZipOptions, string]>([
  ['more packed bytes than the file has', [page], { packedSize: 2 ** 40 }, 'truncated'],
  ['a size that no file can have', [page], { packedSize: 2 ** 60 }, 'damaged'],
  ['files larger than their folder', [{ ...page, size: 10 }, page], { unpackedSizes: [5] }, 'damaged'],
  ['stored files larger than their data', [{ ...page, size: 10 }], {}, 'damaged'],
  ['a folder without methods', [page], { folder: [0] }, 'damaged'],
  ['a folder with a hundred methods', [page], { folder: [100] }, 'damaged'],
  ['a bond to a missing method', [page], { folder: [2, 1, 0, 1, 0, 7, 9] }, 'damaged'],
  ['bonds in a circle', [page], { folder: [2, 1, 0, 1, 0, 0, 0], unpackedSizes: [3, 3] }, 'no fault'],
  [
    'a property after its end',
    [page],
    { header: (bytes) => Buffer.concat([bytes, Buffer.of(9)]) },
    'no fault',
  ],
  ['an unknown part', [page], { header: () => Buffer.of(1, 0x77, 0) }, 'damaged'],
  ['nothing but its beginning', [page], { header: () => Buffer.of(1) }, 'damaged'],
  ['an unexpected kind of header', [page], { header: () => Buffer.of(9) }, 'damaged'],
  [
    'fewer files than parts',
    [page, page],
    {
      header: (bytes) =>
        Buffer.from(bytes.toString('latin1').replace('\x05\x02\x0e', '\x05\x01\x0e'), 'latin1'),
    },
    'damaged',
  ],
])('validates a header with %s', (_, entries, options, reason) => {
  const fault = faultOfMade(entries, options);
  expect(fault).toBe(reason === 'no fault' ? reason : `parser ${reason}`);
});

test('refuses counts beyond the size of the header before allocating memory', () => {
  const huge = [0xf0, 0xff, 0xff, 0xff, 0x7f];
  for (const header of [
    [1, 4, 6, 0, ...huge, 9],
    [1, 4, 6, 0, ...huge, 0x0a, 1],
    [1, 4, 7, 0x0b, ...huge, 0],
    [1, 5, ...huge, 0],
    [1, 4, 6, 0, 1, 9, 3, 0, 7, 0x0b, 1, 0, 1, 1, 0, 0x0c, 3, 0, 8, 0x0d, ...huge, 0],
  ])
    expect(faultOfMade([page], { header: () => Buffer.from(header) })).toMatch(
      /^parser (damaged|too_large)$/,
    );
});

test('refuses more entries than the limit, and too long a header', () => {
  const limits = { ...defaultLimits, maxEntries: 2, maxIndexBytes: 10_000 };
  const three = [page, page, page];
  expect(faultOf(() => openArchive(makeSevenZip(three), limits))).toBe('parser too_large');
  const long = [{ ...page, name: 'n'.repeat(10_000) }];
  expect(faultOf(() => openArchive(makeSevenZip(long), limits))).toBe('parser too_large');
});

test('refuses a header that is packed repeatedly', () => {
  let data = Buffer.alloc(0);
  let header = makeSevenZip([page]).subarray(35);
  for (let i = 0; i < 6; i++) {
    const at = data.length;
    data = Buffer.concat([data, header]);
    const size = [0xf0, ...Buffer.from(Uint32Array.of(header.length).buffer)];
    const offset = [0xf0, ...Buffer.from(Uint32Array.of(at).buffer)];
    header = Buffer.from([0x17, 6, ...offset, 1, 9, ...size, 0, 7, 0x0b, 1, 0, 1, 1, 0, 0x0c, ...size, 0, 0]);
  }
  expect(faultOf(() => openArchive(sealSevenZip(data, header)))).toBe('parser too_large');
});

test('reports a header that is packed by a method only supported for pages', () => {
  const header = Buffer.from([0x17, 6, 0, 1, 9, 3, 0, 7, 0x0b, 1, 0, 1, 3, 3, 4, 1, 0x0c, 3, 0, 0]);
  expect(faultOf(() => openArchive(sealSevenZip(Buffer.from('abc'), header)))).toBe(
    'parser unsupported_format',
  );
});
