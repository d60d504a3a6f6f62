import { expect, test } from 'vitest';
import { faultOfPromise } from '../../../../server/test/faults.ts';
import { makeCb7, makeCbr, makeCbt, makePage } from '../../../../server/test/makers/books.ts';
import { makeRar5, type RarEntry } from '../../../../server/test/makers/rar.ts';
import { packWhole } from '../../../../server/test/makers/seven-zip.ts';
import { makeZip } from '../../../../server/test/makers/zip.ts';
import { defaultLimits as limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { listPageEntries } from '../pages.ts';
import { readZipIndex } from './directory.ts';
import { checkConverted, convertToZip } from './from-archive.ts';
import { readZipEntry } from './read.ts';

async function convert(archive: Uint8Array): Promise<Buffer> {
  const parts: Buffer[] = [];
  const write = (bytes: Uint8Array) => void parts.push(Buffer.from(bytes));
  await convertToZip({ source: bytesSource(archive), limits, write });
  return Buffer.concat(parts);
}

const check = (before: Uint8Array, after: Uint8Array) =>
  checkConverted(bytesSource(before), bytesSource(after), limits);

function read(zip: Uint8Array) {
  const source = bytesSource(zip);
  const index = readZipIndex(source, limits);
  const contents = index.entries.map(
    (entry) => [entry.name, Buffer.from(readZipEntry(source, entry, limits))] as const,
  );
  return { index, contents: new Map(contents), names: contents.map(([name]) => name) };
}

const spec = { mark: 'same', pages: 4, comicInfo: '<Title>Kept</Title>' };

test.each([
  ['RAR', makeCbr(spec)],
  ['7z', makeCb7(spec)],
  ['tar', makeCbt(spec)],
  ['a packed tar', makeCbt(spec).then((tar) => packWhole(tar, 'xz'))],
])('keeps pages and metadata of %s byte for byte', async (_, made) => {
  const archive = await made;
  const zip = await convert(archive);
  const { index, contents } = read(zip);
  expect(listPageEntries(index).map(({ name }) => name)).toEqual([
    '001.jpg',
    '002.jpg',
    '003.jpg',
    '004.jpg',
  ]);
  for (const page of [1, 2, 3, 4])
    expect(contents.get(`00${page}.jpg`)?.equals(await makePage(page, spec.mark))).toBe(true);
  expect(contents.get('ComicInfo.xml')?.toString()).toContain('<Title>Kept</Title>');
  await check(archive, zip);
});

test('keeps order, equal names, copies, files in folders, and the comment', async () => {
  const archive = makeRar5(
    [
      { name: 'b', isDirectory: true },
      { name: 'b/2.jpg', content: 'two' },
      { name: '1.jpg', content: 'one' },
      { name: '1.jpg', content: 'other' },
      { name: 'again.jpg', copyOf: 'b/2.jpg' },
      { name: 'empty.txt', content: '' },
      { name: 'notes\\話.txt', content: 'note', hasNoCrc: true },
    ],
    { comment: 'Scanned by a reader' },
  );
  const zip = await convert(archive);
  const { index, names, contents } = read(zip);
  expect(names.slice(0, 5)).toEqual(['b/2.jpg', '1.jpg', '1.jpg', 'again.jpg', 'empty.txt']);
  expect(contents.get('again.jpg')?.toString()).toBe('two');
  expect(index.comment).toBe('Scanned by a reader');
  await check(archive, zip);
});

test.each<[string, RarEntry, string]>([
  ['encrypted', { name: '2.jpg', content: 'x', isEncrypted: true }, 'parser encrypted'],
  ['a link', { name: '2.jpg', linkTo: '/etc/passwd' }, 'parser link'],
  ['damaged', { name: '2.jpg', content: 'x', declared: { crc32: 7 } }, 'parser crc_mismatch'],
])('refuses an archive with an entry that is %s', async (_, entry, fault) => {
  const archive = makeRar5([{ name: '1.jpg', content: 'one' }, entry]);
  expect(await faultOfPromise(convert(archive))).toBe(fault);
});

test('rejects a zip that lacks a file of the archive or contains a different one', async () => {
  const archive = makeRar5([
    { name: '1.jpg', content: 'one' },
    { name: '2.jpg', content: 'two' },
  ]);
  const others = [
    [{ name: '1.jpg', content: 'one' }],
    [
      { name: '1.jpg', content: 'one' },
      { name: '2.jpg', content: 'owt' },
    ],
    [
      { name: '2.jpg', content: 'two' },
      { name: '1.jpg', content: 'one' },
    ],
  ];
  for (const entries of others)
    expect(await faultOfPromise(check(archive, makeZip(entries)))).toBe('parser damaged');
  expect(await faultOfPromise(check(archive, await convert(archive)))).toBe('no fault');
});
