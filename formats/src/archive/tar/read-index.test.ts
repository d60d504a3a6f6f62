import { expect, test } from 'vitest';
import { countReads } from '../../../../server/test/counted-source.ts';
import { faultOf, faultOfPromise } from '../../../../server/test/faults.ts';
import {
  makeTar,
  sealTarHeader,
  type TarEntry,
  type TarOptions,
  toRecords,
} from '../../../../server/test/makers/tar.ts';
import { openArchive } from '../../../../server/test/open-archive.ts';
import { defaultLimits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readArchiveIndex } from '../open.ts';
import { listPageEntries } from '../pages.ts';
import { isReadableNow, readEntry, readEntryHead, readEntryNow } from '../read.ts';

const openTar = (entries: readonly TarEntry[], options?: TarOptions) =>
  openArchive(makeTar(entries, options));
const faultOfTar = (entries: readonly TarEntry[], options?: TarOptions) =>
  faultOf(() => openTar(entries, options));

const dialects = ['v7', 'ustar', 'gnu', 'pax'] as const;

test.each(dialects)('reads entries of a tar (%s) from their offsets', (dialect) => {
  const big = 'x'.repeat(1_500);
  const archive = openTar(
    [
      { name: 'folder/' },
      { name: 'folder/10.png', content: 'ten' },
      { name: 'folder/2.png', content: big },
      { name: 'empty.png' },
    ],
    { dialect },
  );
  const { entries } = archive.index;
  expect(entries.map(({ name, isDirectory, sizeBytes }) => [name, isDirectory, sizeBytes])).toEqual([
    ['folder/', true, 0],
    ['folder/10.png', false, 3],
    ['folder/2.png', false, 1_500],
    ['empty.png', false, 0],
  ]);
  const pages = listPageEntries(archive.index);
  expect(pages.map(({ name }) => name)).toEqual(['empty.png', 'folder/2.png', 'folder/10.png']);
  expect(pages.map((page) => Buffer.from(readEntryNow(archive, page)).toString())).toEqual(['', big, 'ten']);
  expect(pages.map((page) => readEntryHead(archive, page, 2).length)).toEqual([0, 2, 2]);
  expect(pages.every((page) => isReadableNow(archive, page))).toBe(true);
});

test.each(['ustar', 'gnu', 'pax'] as const)('reads names longer than their field (%s)', (dialect) => {
  const name = `${'folder/'.repeat(18)}${'第一話'.repeat(3)}.png`;
  const { index } = openTar([{ name, content: 'x' }, { name: 'short.png' }], { dialect });
  expect(index.entries.map((entry) => entry.name)).toEqual([name, 'short.png']);
});

test('applies pax names and sizes to the next entry only, the last record of each', () => {
  const pax = { size: '4', comment: 'a=b\n9 path=x', path: '漫画.png' };
  const archive = openTar([
    { name: 'a.png', content: 'four', size: '00000000000', pax },
    { name: 'b.png', content: 'bb' },
  ]);
  const [first, second] = archive.index.entries;
  expect([first?.name, first?.sizeBytes, second?.name, second?.sizeBytes]).toEqual([
    '漫画.png',
    4,
    'b.png',
    2,
  ]);
});

test('ignores global records and names of links', () => {
  const global: TarEntry = {
    name: 'g',
    type: 'g',
    content: toRecords({ path: 'no.png', comment: '0123abcd' }),
  };
  const link: TarEntry = { name: '././@LongLink', type: 'K', content: '/etc/passwd\0' };
  expect(openTar([global, link, { name: '1.png' }]).index.entries.map(({ name }) => name)).toEqual(['1.png']);
});

test('accepts absolute names and names in other charsets', () => {
  const names = ['./1.png', '././2.png', '../../3.png', '/etc/4.png', 'C:\\5.png'];
  const rawName = Buffer.from('91e688ea98622e706e67', 'hex');
  const { entries } = openTar([...names.map((name) => ({ name })), { name: '', rawName }]).index;
  expect(entries.map(({ name }) => name)).toEqual([
    '1.png',
    '2.png',
    '../../3.png',
    '/etc/4.png',
    'C:/5.png',
    '第一話.png',
  ]);
});

test('excludes links, devices and unknown types from the pages, whatever their size', () => {
  const special = ['1', '2', '3', '4', '6'].map((type) => ({
    name: `${type}.png`,
    type,
    linkTo: '/etc/passwd',
    size: '77777777777',
  }));
  const vendor = { name: 'v.png', type: 'V', content: 'volume' };
  const { index } = openTar([...special, vendor, { name: '9.png', type: '7', content: 'x' }]);
  expect(index.entries).toHaveLength(7);
  expect(listPageEntries(index).map(({ name }) => name)).toEqual(['9.png']);
});

test('cannot read a sparse file as a page, but reads the entries after it', async () => {
  const sparse = [
    { name: '1.png', type: 'S', content: 'parts' },
    { name: '2.png', content: 'parts', pax: { 'GNU.sparse.major': '1', 'GNU.sparse.name': '2.png' } },
  ];
  const archive = openTar([...sparse, { name: '3.png', content: 'three' }], { dialect: 'gnu' });
  const [first, second, third] = listPageEntries(archive.index);
  if (!first || !second || !third) throw new Error('three pages');
  for (const page of [first, second]) {
    expect(isReadableNow(archive, page)).toBe(false);
    expect(await faultOfPromise(readEntry(archive, page))).toBe('page_extraction unsupported_method');
  }
  expect(Buffer.from(readEntryNow(archive, third)).toString()).toBe('three');
});

test('skips additional blocks with the map of a sparse file', () => {
  const map = Buffer.alloc(1_024);
  map[504] = 1;
  const bytes = makeTar([
    {
      name: '1.png',
      type: 'S',
      content: Buffer.concat([map, Buffer.from('data')]),
      size: '00000000004',
      patch: { 482: '\x01' },
    },
    { name: '2.png', content: 'two' },
  ]);
  expect(openArchive(bytes).index.entries.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
    ['1.png', 4],
    ['2.png', 3],
  ]);
});

test.each<[string, TarEntry, string]>([
  ['beyond the file', { name: '1.png', size: '77777777777' }, 'truncated'],
  ['in base 256 beyond the file', { name: '1.png', size: 2n ** 40n }, 'truncated'],
  ['that no file can have', { name: '1.png', size: 2n ** 80n }, 'damaged'],
  ['below zero', { name: '1.png', size: -512n }, 'damaged'],
  ['below zero in octal', { name: '1.png', size: '-0000001000' }, 'damaged'],
  ['that is not a number', { name: '1.png', size: '0000000008x' }, 'damaged'],
  ['below zero in pax', { name: '1.png', pax: { size: '-1' } }, 'damaged'],
  ['beyond the file in pax', { name: '1.png', pax: { size: '999999999999' } }, 'truncated'],
  ['that is not a number in pax', { name: '1.png', pax: { size: '1e3' } }, 'damaged'],
])('refuses an archive with a size %s', (_, entry, reason) => {
  expect(faultOfTar([{ name: '0.png', content: 'x' }, entry])).toBe(`parser ${reason}`);
});

test('reads a size in base 256', () => {
  expect(openTar([{ name: '1.png', content: 'xy', size: 2n }]).index.entries[0]?.sizeBytes).toBe(2);
});

test('refuses an archive that is truncated anywhere except between entries', () => {
  const whole = makeTar([
    { name: '1.png', content: 'x'.repeat(600) },
    { name: '2.png', content: 'y'.repeat(600) },
  ]);
  for (const at of [600, 1_536 + 100, 1_536 + 512 + 599])
    expect(faultOf(() => openArchive(whole.subarray(0, at)))).toBe('parser truncated');
  // Neither the padding of the last block nor the end blocks are needed.
  for (const at of [1_536, 1_536 + 512 + 600, 3_072, 3_584])
    expect(openArchive(whole.subarray(0, at)).index.entries).toHaveLength(at === 1_536 ? 1 : 2);
});

test('refuses a header with a wrong checksum', () => {
  expect(faultOfTar([{ name: '0.png' }, { name: '1.png', checksumError: 1 }])).toBe('parser damaged');
});

test('accepts a checksum of signed bytes', () => {
  const bytes = makeTar([{ name: 'é.png' }]);
  const negative = bytes.subarray(0, 512).filter((byte) => byte >= 0x80).length;
  sealTarHeader(bytes, -256 * negative);
  expect(openArchive(bytes).index.entries.map(({ name }) => name)).toEqual(['é.png']);
});

test.each(['5 path=x\n', '999999 path=x\n', '8 pathx\n', 'path=x\n', '-1 path=x\n', '0 path=x\n'])(
  'refuses an archive with invalid pax records (%j)',
  (content) => {
    expect(faultOfTar([{ name: 'x', type: 'x', content }, { name: '1.png' }])).toBe('parser damaged');
  },
);

test('limits long names and extended headers', () => {
  const long = { name: '././@LongLink', type: 'L', content: 'a'.repeat(1024 * 1024 + 1) };
  expect(faultOfTar([long, { name: '1.png' }])).toBe('parser too_large');
  const chain = Array.from({ length: 200 }, () => ({ ...long, content: 'a'.repeat(500_000) }));
  expect(faultOfTar(chain)).toBe('parser too_large');
  const limits = { ...defaultLimits, maxEntries: 3 };
  const four = makeTar(['1', '2', '3', '4'].map((name) => ({ name })));
  expect(faultOf(() => openArchive(four, limits))).toBe('parser too_large');
  const [shown] = openTar([{ name: '1.png', pax: { path: 'n'.repeat(5_000) } }]).index.entries;
  expect(shown?.name.length).toBeLessThanOrEqual(defaultLimits.maxNameBytes);
});

test('detects the continuation of a file from another volume', () => {
  const { index } = openTar([{ name: '1.png', type: 'M', content: 'rest' }, { name: '2.png' }]);
  expect(faultOf(() => listPageEntries(index))).toBe('parser multi_volume');
});

test('costs one read per page for a book of a hundred pages', () => {
  const pages = Array.from({ length: 100 }, (_, i) => ({
    name: `${i}.png`,
    content: Buffer.alloc(20_000, i),
  }));
  const source = countReads(bytesSource(makeTar(pages)));
  readArchiveIndex(source, defaultLimits, 'tar');
  expect(source.reads).toBeLessThanOrEqual(101);
});
