import { expect, test } from 'vitest';
import { faultOf } from '../../../server/test/faults.ts';
import { makeCbz, makeEpub } from '../../../server/test/makers/books.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';
import { readZipIndex } from '../archive/zip/directory.ts';
import { readZipEntry } from '../archive/zip/read.ts';
import { defaultLimits as limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { bytesSource } from '../source.ts';
import { checkEdited, editBook, type FileEdit } from './edit-book.ts';
import { isAgeOfComicInfo, isComicInfoField, isOpfField, isSameInComicInfo, isSameInOpf } from './fields.ts';

const modifiedAt = new Date(2026, 1, 3);
const toComicInfo = (metadata: Partial<EmbeddedMetadata>): FileEdit => ({
  kind: 'comic_info',
  modifiedAt,
  fields: Object.keys(metadata).filter(isComicInfoField),
  metadata: { source: 'comic_info', ...metadata },
});
const toOpf = (metadata: Partial<EmbeddedMetadata>): FileEdit => ({
  kind: 'opf',
  modifiedAt,
  fields: Object.keys(metadata).filter(isOpfField),
  metadata: { source: 'opf', ...metadata },
});

function write(bytes: Buffer, edit: FileEdit): Buffer {
  const edited = editBook(bytesSource(bytes), edit, limits);
  if (!edited) return bytes;
  const { parts, entry } = edited;
  const made = Buffer.concat(
    parts.map((part) =>
      part instanceof Uint8Array ? part : bytes.subarray(part.offset, part.offset + part.length),
    ),
  );
  checkEdited(bytesSource(bytes), bytesSource(made), entry, limits);
  return made;
}

function unzip(bytes: Buffer): Record<string, string> {
  const source = bytesSource(bytes);
  const { entries } = readZipIndex(source, limits);
  return Object.fromEntries(
    entries.map((entry) => [entry.name, Buffer.from(readZipEntry(source, entry, limits)).toString('latin1')]),
  );
}

test('writes ComicInfo.xml to the root of a cbz, with the content of one in another place', async () => {
  const bare = await makeCbz({ mark: 'a' });
  const first = write(bare, toComicInfo({ title: 'One' }));
  expect({ ...unzip(first), 'ComicInfo.xml': undefined }).toEqual(unzip(bare));
  const odd = makeZip([
    { name: '1.jpg', content: 'x' },
    { name: 'in/comicinfo.XML', content: '<ComicInfo><Mine/></ComicInfo>' },
  ]);
  expect(unzip(write(odd, toComicInfo({ title: 'One' })))).toEqual({
    '1.jpg': 'x',
    'ComicInfo.xml': '<ComicInfo>\n  <Title>One</Title><Mine/></ComicInfo>',
  });
});

test('changes only the package document of an EPUB', () => {
  const before = makeEpub({ metadata: '<dc:title>Old</dc:title><dc:language>en</dc:language>' });
  const old = unzip(before);
  const now = unzip(write(before, toOpf({ title: 'New' })));
  const changed = Object.keys(now).filter((name) => now[name] !== old[name]);
  expect([changed.length, Object.keys(now)]).toEqual([1, Object.keys(old)]);
  expect(now[changed[0] ?? '']).toContain('<dc:title>New</dc:title>');
});

test.each([
  ['META-INF/signatures.xml', 'signed'],
  ['META-INF/sinf.xml', 'encrypted'],
  ['META-INF/license.lcpl', 'encrypted'],
])('refuses an EPUB with %s', (name, fault) => {
  const protectedBook = makeEpub({ files: { [name]: '<x/>' } });
  expect(faultOf(() => write(protectedBook, toOpf({ title: 'New' })))).toBe(`parser ${fault}`);
});

test('refuses to change a malformed ComicInfo.xml', () => {
  const bytes = makeZip([{ name: 'ComicInfo.xml', content: '<ComicInfo>' }]);
  expect(faultOf(() => write(bytes, toComicInfo({ title: 'One' })))).toBe('metadata malformed');
});

test.each([
  ['a role without an element', toComicInfo({ authors: [{ name: 'Ann', role: 'contributor' }] })],
  ['a name with a comma', toComicInfo({ tags: ['a, b'] })],
])('does not write %s to a cbz again', async (_, edit) => {
  const once = write(await makeCbz({ mark: 'settled' }), edit);
  expect(editBook(bytesSource(once), edit, limits)).toBeUndefined();
});

test.each([
  ['a date that is none', toOpf({ releaseDate: 'soon' })],
  ['no ISBN where the unique identifier is one', toOpf({ isbns: [] })],
  ['a writer', toOpf({ authors: [{ name: 'Ann', role: 'writer' }] })],
  ['spaces around a name', toOpf({ publisher: ' House  of books ' })],
])('does not write %s to an EPUB again', (_, edit) => {
  const metadata =
    '<dc:identifier id="uid">urn:isbn:9780306406157</dc:identifier><dc:title>A</dc:title><dc:language>en</dc:language>';
  const once = write(makeEpub({ metadata }), edit);
  expect(editBook(bytesSource(once), edit, limits)).toBeUndefined();
});

test('detects a file that lost data', () => {
  const zip = (...names: string[]) => bytesSource(makeZip(names.map((name) => ({ name, content: name }))));
  const check = (...names: string[]) =>
    faultOf(() => checkEdited(zip('1', '2', 'x'), zip(...names), { name: 'x' }, limits));
  expect(check('1', '2', 'x')).toBe('no fault');
  expect(check('1', 'x')).toBe('parser damaged');
  expect(check('1', '2')).toBe('parser damaged');
});

test('treats values as equal if the kind of metadata cannot distinguish them', () => {
  const tags = (...names: string[]): EmbeddedMetadata => ({ source: 'opf', tags: names, genres: names });
  expect(isSameInComicInfo('tags', tags('a, b'), tags('a b'))).toBe(true);
  expect(isSameInComicInfo('tags', tags('a'), tags('b'))).toBe(false);
  expect(isSameInOpf('genres', tags('a, b'), tags('a b'))).toBe(false);
  const author = (role: 'author' | 'co_author' | 'editor'): EmbeddedMetadata => ({
    source: 'opf',
    authors: [{ name: 'A', role }],
  });
  expect(isSameInOpf('authors', author('author'), author('co_author'))).toBe(true);
  expect(isSameInOpf('authors', author('author'), author('editor'))).toBe(false);
});

test('does not write ages between two ratings', () => {
  const known = [0, 3, 10, 13, 16, 17, 18].filter((ageRating) =>
    isAgeOfComicInfo({ source: 'opf', ageRating }),
  );
  expect(known).toEqual([0, 3, 10, 13, 17, 18]);
  expect(isAgeOfComicInfo({ source: 'opf' })).toBe(true);
});
