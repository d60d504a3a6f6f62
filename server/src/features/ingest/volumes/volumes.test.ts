// Multi-volume archives, from the folder to the reader.
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { Page } from '@lectern/contract/serving/pages';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { connectKoreader, partialMd5 } from '../../../../test/devices/koreader.ts';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { makeCbr, makeCbz, makePage } from '../../../../test/makers/books.ts';
import { makeVolumes, nameVolumes, type RarKind } from '../../../../test/makers/rar.ts';
import { findVolumes } from './find.ts';

const comicInfo = '<?xml version="1.0"?><ComicInfo><Title>The Day</Title><Series>Saga</Series></ComicInfo>';

async function makeBook(
  kind: RarKind,
  mark: string,
  { lastMark = mark, ...options }: { hasOldNames?: boolean; lastMark?: string } = {},
) {
  const numbers = [1, 2, 3, 4, 5, 6];
  const pages = await Promise.all(numbers.map((number) => makePage(number, number === 6 ? lastMark : mark)));
  const entries = pages.map((content, i) => ({ name: `${i + 1}.jpg`, content }));
  const pageBytes = pages[0]?.length ?? 0;
  const volumes = makeVolumes(kind, [...entries, { name: 'ComicInfo.xml', content: comicInfo }], {
    contentBytes: Math.ceil(pageBytes * 1.6),
    ...options,
  });
  return { pages, volumes };
}

interface ErrorList {
  groups: { books: { book: BookDto; errors: { message: string; details?: object }[] }[] }[];
}

async function readErrors(server: TestServer, { id, libraryId }: Pick<BookDto, 'id' | 'libraryId'>) {
  const { body } = await server.admin.get<ErrorList>(`/api/v1/books/errors?libraryId=${libraryId}`);
  const found = body.groups.flatMap(({ books }) => books.filter(({ book }) => book.id === id));
  return found.flatMap(({ errors }) => errors.map(({ message, details }) => [message, details]));
}

withServer(
  'a multi-volume archive',
  (server) => {
    const rescan = async ({ id }: TestLibrary) => {
      const status = await scan(server(), id);
      expect([status.status, status.errors]).toEqual(['completed', []]);
    };
    const listPaths = async ({ id, folder }: TestLibrary) =>
      (await listBooks(server().admin, id)).map(({ path }) => path.replace(`${folder}/`, '')).sort();

    test.each<[RarKind, string, { extension?: string; hasOldNames?: boolean; hasNumbers?: boolean }]>([
      ['rar4', 'Saga 01.part1.rar', {}],
      ['rar5', 'Saga 01.part1.cbr', { extension: 'cbr' }],
      ['rar4', 'Saga 01.rar', { hasOldNames: true }],
      ['rar4', 'Saga 01.cbr', { hasOldNames: true, extension: 'cbr' }],
      ['rar5', 'Saga 01.000.rar', { hasNumbers: true }],
    ])('is one book that is read and downloaded as one (%s, %s)', async (kind, first, how) => {
      const { pages, volumes } = await makeBook(kind, first, how);
      expect(volumes.length).toBeGreaterThan(3);
      const named = nameVolumes('Saga/Saga 01', volumes, how);
      const library = await addScannedLibrary(server(), named);
      expect(await listPaths(library)).toEqual([`Saga/${first}`]);
      const book = await getBook(server().reader, library.id, first);
      const sizeBytes = volumes.reduce((sum, { length }) => sum + length, 0);
      expect(book).toMatchObject({ title: 'The Day', pageCount: 6, fileFormat: 'cbz', fileSize: sizeBytes });
      expect(await readErrors(server(), book)).toEqual([]);
      const { body: metadata } = await server().reader.get<BookMetadata>(`/api/v1/books/${book.id}/metadata`);
      expect(metadata).toMatchObject({ title: 'The Day', series: 'Saga' });
      const { body: listed } = await server().reader.get<Page[]>(`/api/v1/books/${book.id}/pages`);
      expect(listed.map(({ width, height }) => [width, height])).toEqual(pages.map(() => [40, 60]));
      for (const number of [1, 2, 3, 4, 5, 6, 2]) {
        const page = await server().reader.get(`/api/v1/books/${book.id}/pages/${number}`);
        expect([number, page.status, page.bytes.equals(pages[number - 1] ?? Buffer.alloc(0))]).toEqual([
          number,
          200,
          true,
        ]);
      }
      const cover = await server().reader.get(`/api/v1/books/${book.id}/thumbnail`);
      expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      await checkDownload(book.id, pages);
    });

    async function checkDownload(id: string, pages: readonly Buffer[]) {
      const path = `/api/v1/books/${id}/file`;
      const { headers, bytes } = await server().reader.get(path);
      expect(headers.get('content-type')).toBe('application/vnd.comicbook+zip');
      expect(headers.get('content-disposition')).toContain('Saga 01.cbz');
      const zip = await fromBufferPromise(bytes);
      const names: string[] = [];
      for await (const entry of zip.eachEntry()) {
        names.push(entry.fileName);
        const content = Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
        expect(content.equals(pages[names.length - 1] ?? Buffer.from(comicInfo))).toBe(true);
      }
      expect(names).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg', 'ComicInfo.xml']);
      const device = await connectKoreader(server(), `volumes ${id}`);
      await device.push(partialMd5(bytes), '3', 0.5);
      const { body: progress } = await server().reader.get<ReadProgress>(`/api/v1/books/${id}/progress`);
      expect(progress.currentPage).toBe(3);
      const part = await server().reader.get(path, { range: 'bytes=400-1400' });
      expect([part.status, part.bytes.equals(bytes.subarray(400, 1401))]).toEqual([206, true]);
      const again = await server().reader.get(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }

    test('is downloaded as one file with its series', async () => {
      const { volumes } = await makeBook('rar5', 'series');
      const library = await addScannedLibrary(server(), {
        ...nameVolumes('Set/Set 01', volumes),
        'Set/Set 02.cbz': await makeCbz({ mark: 'set', comicInfo: '<Series>Saga</Series>' }),
      });
      const { seriesId } = await getBook(server().admin, library.id, 'Set 02.cbz');
      const { bytes } = await server().reader.get(`/api/v1/series/${seriesId}/download`);
      const zip = await fromBufferPromise(bytes);
      const names: string[] = [];
      for await (const { fileName } of zip.eachEntry()) names.push(fileName);
      expect(names.toSorted()).toEqual(['Set 01.cbz', 'Set 02.cbz']);
    });

    test('reports a missing volume, and is complete when the volume is added', async () => {
      const { volumes, pages } = await makeBook('rar5', 'missing');
      const named = nameVolumes('Saga 02', volumes);
      const library = await addScannedLibrary(server(), named);
      const path = (number: number) => join(library.folder, `Saga 02.part${number}.rar`);
      const find = () => getBook(server().admin, library.id, 'Saga 02.part1.rar');
      const book = await find();
      const { id } = book;
      renameSync(path(3), join(library.folder, 'away'));
      await rescan(library);
      expect(await listPaths(library)).toEqual(['Saga 02.part1.rar']);
      expect(await readErrors(server(), book)).toEqual([
        [
          expect.stringContaining('Saga 02.part3.rar'),
          { entry: 'Saga 02.part3.rar', reason: 'missing_volume' },
        ],
      ]);
      renameSync(join(library.folder, 'away'), path(3));
      await rescan(library);
      expect(await readErrors(server(), book)).toEqual([]);
      const page = await server().reader.get(`/api/v1/books/${id}/pages/4`);
      expect(page.bytes.equals(pages[3] ?? Buffer.alloc(0))).toBe(true);
    });

    test('reports a missing first volume once', async () => {
      const { volumes } = await makeBook('rar5', 'no first');
      const named = nameVolumes('Saga 03', volumes);
      delete named['Saga 03.part1.rar'];
      const library = await addScannedLibrary(server(), named);
      expect(await listPaths(library)).toEqual(['Saga 03.part2.rar']);
      const book = await getBook(server().admin, library.id, 'Saga 03.part2.rar');
      expect(await readErrors(server(), book)).toEqual([
        [expect.any(String), { entry: 'Saga 03.part1.rar', reason: 'missing_volume' }],
      ]);
    });

    test('detects a changed later volume, and does not read it as the old one', async () => {
      const before = await makeBook('rar4', 'before');
      const after = await makeBook('rar4', 'before', { lastMark: 'after!' });
      const library = await addScannedLibrary(server(), nameVolumes('Saga 04', before.volumes));
      const { id, fileHash } = await getBook(server().admin, library.id, 'Saga 04.part1.rar');
      for (const [i, bytes] of after.volumes.entries())
        if (i > 0) writeFileSync(join(library.folder, `Saga 04.part${i + 1}.rar`), bytes);
      const stale = await server().reader.get(`/api/v1/books/${id}/pages/6`);
      expect(stale.status).not.toBe(200);
      await rescan(library);
      const changed = await getBook(server().admin, library.id, 'Saga 04.part1.rar');
      expect([changed.id, changed.fileHash === fileHash]).toEqual([id, false]);
      const page = await server().reader.get(`/api/v1/books/${id}/pages/6`);
      expect(page.bytes.equals(after.pages[5] ?? Buffer.alloc(0))).toBe(true);
    });

    test('ignores links, and reports volumes of another archive as an error of the book', async () => {
      const one = await makeBook('rar5', 'one');
      const other = await makeBook('rar5', 'another');
      const mixed = nameVolumes('Mixed', [one.volumes[0] ?? Buffer.alloc(0), ...other.volumes.slice(2)]);
      const library = await addScannedLibrary(server(), { ...nameVolumes('Linked', one.volumes), ...mixed });
      const outside = mkdtempSync(join(server().folder, 'outside-'));
      const path = join(library.folder, 'Linked.part2.rar');
      renameSync(path, join(outside, 'real.rar'));
      symlinkSync(join(outside, 'real.rar'), path);
      await scan(server(), library.id);
      const linked = await getBook(server().admin, library.id, 'Linked.part1.rar');
      const wrong = await getBook(server().admin, library.id, 'Mixed.part1.rar');
      expect(await readErrors(server(), linked)).toEqual([
        [expect.any(String), { entry: 'Linked.part2.rar', reason: 'missing_volume' }],
      ]);
      expect(await readErrors(server(), wrong)).toEqual([[expect.any(String), { reason: 'damaged' }]]);
      rmSync(outside, { recursive: true });
    });

    test('treats archives with only similar names as separate books', async () => {
      const library = await addScannedLibrary(server(), {
        'Batman.part1.cbr': await makeCbr({ mark: 'first' }),
        'Batman.part2.cbr': await makeCbr({ mark: 'second' }),
        'Robin.cbr': await makeCbr({ mark: 'robin' }),
        'Robin.r00': 'notes',
      });
      expect(await listPaths(library)).toEqual(['Batman.part1.cbr', 'Batman.part2.cbr', 'Robin.cbr']);
      const formats = (await listBooks(server().admin, library.id)).map(({ fileFormat }) => fileFormat);
      expect(formats).toEqual(['cbr', 'cbr', 'cbr']);
    });
  },
  { withTasks: true },
);

test('includes volumes after a gap, but no other archives', () => {
  const places: Record<string, 'first' | 'later'> = {
    'a.part1.rar': 'first',
    'a.part2.rar': 'later',
    'a.part4.rar': 'later',
    'b.part2.rar': 'first',
  };
  const { sets, later } = findVolumes(
    [...Object.keys(places), 'a.part3.cbz', 'c.cbr'],
    (name) => places[name],
  );
  expect(Object.fromEntries(sets)).toEqual({
    'a.part1.rar': ['a.part1.rar', 'a.part2.rar'],
    'b.part2.rar': ['b.part2.rar'],
  });
  expect([...later]).toEqual(['a.part2.rar', 'a.part4.rar']);
});
