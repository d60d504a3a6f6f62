// Comics of every format, from the folder to the client: metadata, pages, downloads, filters and other protocols.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { Page } from '@lectern/contract/serving/pages';
import { fileFormats, formats, isComic } from '@lectern/contract/values';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from './compat/app.ts';
import { addScannedLibrary, getBook, listBooks, scan, type TestLibrary } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { comicMakers, makePage, writeFiles } from './makers/books.ts';

// Image folders are not files; they are tested in features/ingest/image-folders.
const comics = fileFormats.filter((format) => isComic(format) && format !== 'folder');
const makers: Partial<Record<string, (typeof comicMakers)['cbz']>> = comicMakers;
const comicInfo =
  '<Title>The Day</Title><Series>Saga</Series><Number>7</Number><Pages><Page Image="1" DoublePage="true"/></Pages>';

withServer(
  'comics of every format',
  (server) => {
    let library: TestLibrary;
    const bytes: Record<string, Buffer> = {};
    beforeAll(async () => {
      for (const format of comics)
        bytes[format] = (await makers[format]?.({ mark: format, pages: 11, comicInfo })) ?? Buffer.alloc(0);
      library = await addScannedLibrary(server(), {
        ...Object.fromEntries(comics.map((format) => [`${format}/Book.${format}`, bytes[format] ?? ''])),
        ...Object.fromEntries(comics.map((format) => [`${format}/Liar.pdf`, bytes[format] ?? ''])),
      });
    });

    const find = async (format: string): Promise<BookDto> =>
      getBook(server().admin, library.id, `Book.${format}`);

    test('are recognized by content, independent of the file name', async () => {
      const books = await listBooks(server().reader, library.id);
      const reported = books.map(({ fileFormat, pageCount, path }) => [
        fileFormat,
        pageCount,
        path.includes('Liar'),
      ]);
      expect(reported).toHaveLength(2 * comics.length);
      for (const format of comics)
        expect(reported.filter(([is]) => is === format)).toEqual(
          expect.arrayContaining([
            [format, 11, true],
            [format, 11, false],
          ]),
        );
    });

    test.each(comics)(
      '%s: returns ComicInfo metadata and the pages with their sizes in reading order',
      async (format) => {
        const { id } = await find(format);
        const { body: metadata } = await server().reader.get<BookMetadata>(`/api/v1/books/${id}/metadata`);
        expect(metadata).toMatchObject({ title: 'The Day', series: 'Saga', number: 7 });
        const { body: pages } = await server().reader.get<Page[]>(`/api/v1/books/${id}/pages`);
        expect(
          pages.map(({ fileName, width, height, doublePage }) => [fileName, width, height, doublePage]),
        ).toEqual(pages.map((_, i) => [`${`${i + 1}`.padStart(3, '0')}.jpg`, 40, 60, i === 1]));
        const thumbnail = await server().reader.get(`/api/v1/books/${id}/thumbnail`);
        expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      },
    );

    test.each(comics)('%s: serves pages and the file byte for byte', async (format) => {
      const { id } = await find(format);
      for (const number of [1, 11, 1]) {
        const page = await server().reader.get(`/api/v1/books/${id}/pages/${number}`);
        expect([page.status, page.bytes.equals(await makePage(number, format))]).toEqual([200, true]);
        const again = await server().reader.get(`/api/v1/books/${id}/pages/${number}`, {
          'if-none-match': page.headers.get('etag') ?? '',
        });
        expect(again.status).toBe(304);
      }
      const file = await server().reader.get(`/api/v1/books/${id}/file`);
      expect([file.headers.get('content-type'), file.bytes.equals(bytes[format] ?? Buffer.alloc(0))]).toEqual(
        [formats[format].mediaType, true],
      );
      const part = await server().reader.get(`/api/v1/books/${id}/file`, { range: 'bytes=100-199' });
      expect([part.status, part.bytes.equals(bytes[format]?.subarray(100, 200) ?? Buffer.alloc(0))]).toEqual([
        206,
        true,
      ]);
    });

    test.each(comics)('%s: matches the format filter and is listed by OPDS and app APIs', async (format) => {
      const { id } = await find(format);
      const { body: found } = await server().reader.post<{ data: BookDto[] }>('/api/v1/books/list', {
        condition: { format: { operator: 'is', value: format } },
      });
      expect(found.data.length).toBeGreaterThan(0);
      expect(new Set(found.data.map(({ fileFormat }) => fileFormat))).toEqual(new Set([format]));
      for (const path of ['/opds/v1/books', `/opds/v2/books/${id}`])
        expect((await server().reader.get(path)).bytes.toString()).toContain(
          `"${formats[format].mediaType}"`,
        );
      const app = anApp(server(), server().admin);
      const { body: book } = await app.get<{ media: object }>(`/api/v1/books/${id}`);
      expect(book.media).toMatchObject({
        status: 'READY',
        mediaType: formats[format].containerType,
        mediaProfile: 'DIVINA',
        pagesCount: 11,
      });
    });

    test.each(comics)('%s: becomes a new book when its pages change', async (format) => {
      const { id, fileHash } = await find(format);
      const changed = (await makers[format]?.({ mark: `${format}!`, pages: 12, comicInfo })) ?? '';
      writeFiles(library.folder, { [`${format}/Book.${format}`]: changed });
      await scan(server(), library.id);
      const after = await find(format);
      expect([after.id, after.pageCount, after.fileHash === fileHash]).toEqual([id, 12, false]);
      const page = await server().reader.get(`/api/v1/books/${id}/pages/12`);
      expect(page.bytes.equals(await makePage(12, `${format}!`))).toBe(true);
    });
  },
  { withTasks: true, environment: compatEnvironment },
);
