import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type LocatedBook, matchBooks, type OurBook } from './match-books.ts';
import { applyMaps, findRoot, splitPath } from './roots.ts';

const theirs = (id: string, relative: string, more: Partial<LocatedBook['book']> = {}): LocatedBook => ({
  book: {
    id,
    seriesId: 's1',
    libraryId: 'l1',
    path: `/mnt/${relative}`,
    sizeBytes: 10,
    readerHash: '',
    edits: {},
    cover: undefined,
    ...more,
  },
  root: '/srv',
  relative,
});
const ours = (id: string, path: string, more: Partial<OurBook> = {}): OurBook => ({
  id,
  entryId: id,
  seriesId: 'o1',
  rootPath: '/srv',
  path,
  fileName: path.slice(path.lastIndexOf('/') + 1),
  fileSize: 10,
  readerHash: null,
  ...more,
});
const pairs = async (a: LocatedBook[], b: OurBook[]) =>
  Object.fromEntries([...(await matchBooks(a, b)).books].map(([id, book]) => [id, book.id]));

describe('a source book matches the local book', () => {
  test('at the same path, regardless of size and Unicode normalization', async () => {
    expect(
      await pairs([theirs('a', 'Caf\u00e9/1.cbz')], [ours('x', 'Cafe\u0301/1.cbz', { fileSize: 11 })]),
    ).toEqual({
      a: 'x',
    });
  });
  test('with the same content, else the same name and size, at any path', async () => {
    const moved = theirs('a', 'old/1.cbz', { readerHash: 'aa' });
    const renamed = theirs('b', 'old/2.cbz');
    const localBooks = [ours('x', 'new/one.cbz', { readerHash: 'aa' }), ours('y', 'new/2.cbz')];
    expect(await pairs([moved, renamed], localBooks)).toEqual({ a: 'x', b: 'y' });
  });
  test('only if the match is unique', async () => {
    expect(await pairs([theirs('a', 'old/1.cbz')], [ours('x', 'A/1.cbz'), ours('y', 'B/1.cbz')])).toEqual({});
    expect(await pairs([theirs('a', 'A/1.cbz'), theirs('b', 'B/1.cbz')], [ours('x', 'C/1.cbz')])).toEqual({});
  });
});

describe('a source folder maps to', () => {
  function aFolder(files: string[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-roots-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const file of files) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    return folder;
  }
  const relativePaths = ['A/1.cbz', 'A/2.cbz', 'B/1.cbz'];

  test('the folder with most of its books: a library, or a subfolder of an allowed folder with the same name', async () => {
    const media = aFolder(relativePaths.map((path) => `comics/${path}`));
    const wanted = { root: '/mnt/comics', relativePaths, maps: [] };
    const comics = join(media, 'comics');
    expect(await findRoot({ ...wanted, candidates: [media] })).toBe(comics);
    expect(await findRoot({ ...wanted, candidates: [comics] })).toBe(comics);
    expect(await findRoot({ ...wanted, candidates: [] })).toBeUndefined();
    expect(await findRoot({ ...wanted, root: comics, candidates: [] })).toBe(comics);
  });
  test('no folder with only a few of its books', async () => {
    const other = aFolder(['A/1.cbz']);
    expect(
      await findRoot({ root: '/mnt/comics', relativePaths, maps: [], candidates: [other] }),
    ).toBeUndefined();
  });
  test('the folder specified by the user, using the longest matching prefix', () => {
    const maps = [
      { from: '/mnt/', to: '/srv' },
      { from: '/mnt/manga', to: '/data/m' },
    ];
    expect(applyMaps('/mnt/comics', maps)).toBe('/srv/comics');
    expect(applyMaps('/mnt/manga', maps)).toBe('/data/m');
    expect(applyMaps('/mnt/manga/x', maps)).toBe('/data/m/x');
    expect(applyMaps('/mnt2/manga', maps)).toBeUndefined();
  });
  test('the longest library folder that contains the path', () => {
    expect(splitPath('/a/b/c.cbz', ['/a', '/a/b', '/x'])).toEqual({ root: '/a/b', relative: 'c.cbz' });
    expect(splitPath('/ab/c.cbz', ['/a'])).toBeUndefined();
  });
});
