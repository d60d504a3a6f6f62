import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

withServer(
  'strategies',
  (server) => {
    let made = 0;
    /** Scans these files, given with the content of their ComicInfo, and returns `show` of each book. */
    async function place(
      files: Record<string, string | undefined>,
      settings: object,
      show: (book: BookDto) => unknown = ({ seriesName }) => seriesName,
    ): Promise<Record<string, unknown>> {
      const contents: Record<string, Buffer> = {};
      for (const [path, comicInfo] of Object.entries(files)) {
        const spec = { mark: `${path} ${++made}`, pages: 1, ...(comicInfo !== undefined && { comicInfo }) };
        contents[path] = await makeCbz(spec);
      }
      const library = await addScannedLibrary(server(), contents, settings);
      const books = await listBooks(server().admin, library.id);
      return Object.fromEntries(
        books.map((book) => [book.path.slice(library.folder.length + 1), show(book)]).sort(),
      );
    }

    test('series_folder: each folder with books is a series', async () => {
      const files = { 'Saga/Saga 001.cbz': undefined, 'DC/Batman/Batman 001.cbz': undefined };
      expect(await place(files, { seriesStrategy: 'series_folder' })).toEqual({
        'DC/Batman/Batman 001.cbz': 'Batman',
        'Saga/Saga 001.cbz': 'Saga',
      });
    });

    test('series_volume: the first level is the series, deeper folders are volumes', async () => {
      const files = { 'Akira/Volume 1/01.cbz': undefined, 'Akira/Volume 2/01.cbz': undefined };
      expect(
        await place(files, { seriesStrategy: 'series_volume' }, ({ seriesName, volume }) => [
          seriesName,
          volume,
        ]),
      ).toEqual({ 'Akira/Volume 1/01.cbz': ['Akira', 1], 'Akira/Volume 2/01.cbz': ['Akira', 2] });
    });

    test('series_volume_chapter: the third level is the chapter', async () => {
      const files = { 'Akira/Vol 2/Ch 10/pages.cbz': undefined };
      expect(
        await place(files, { seriesStrategy: 'series_volume_chapter' }, ({ seriesName, volume, chapter }) => [
          seriesName,
          volume,
          chapter,
        ]),
      ).toEqual({ 'Akira/Vol 2/Ch 10/pages.cbz': ['Akira', 2, 10] });
    });

    test('flat: the series comes from metadata or the file name', async () => {
      const files = {
        'Batman 005 (2016).cbz': undefined,
        'x/odd.cbz': '<Series>Saga</Series><Number>3</Number>',
      };
      expect(
        await place(files, { seriesStrategy: 'flat' }, ({ seriesName, number }) => [seriesName, number]),
      ).toEqual({ 'Batman 005 (2016).cbz': ['Batman', 5], 'x/odd.cbz': ['Saga', 3] });
    });

    test('publisher_hierarchy: skips levels above the series', async () => {
      const files = { 'Image/Saga/Saga 001.cbz': undefined };
      expect(
        await place(files, { seriesStrategy: 'publisher_hierarchy', seriesConfig: { skipLevels: 1 } }),
      ).toEqual({ 'Image/Saga/Saga 001.cbz': 'Saga' });
    });

    test('calibre: the series comes from the sidecar metadata; other books are separate series', async () => {
      const files = { 'Ada Abe/Night Train (12)/Night Train - Ada Abe.cbz': undefined };
      expect(
        await place(files, { seriesStrategy: 'calibre', seriesConfig: { seriesSource: 'author' } }),
      ).toEqual({
        'Ada Abe/Night Train (12)/Night Train - Ada Abe.cbz': 'Ada Abe',
      });
    });

    test('custom: a regular expression over the path determines the series', async () => {
      const seriesConfig = { pattern: '^[^/]+/(?<series>[^/]+) - v(?<volume>\\d+)' };
      const files = { 'Scans/Akira - v3.cbz': undefined };
      expect(
        await place(files, { seriesStrategy: 'custom', seriesConfig }, ({ seriesName, volume }) => [
          seriesName,
          volume,
        ]),
      ).toEqual({ 'Scans/Akira - v3.cbz': ['Akira', 3] });
    });

    test('titles: from the file name, the metadata, the better of both, or the series', async () => {
      const files = {
        'Saga/Saga 001 - Begin.cbz': '<Title>The Beginning</Title>',
        'Saga/Saga 002 - Go On.cbz': '<Title>Volume 2</Title>',
      };
      const titles = async (bookStrategy: string) =>
        Object.values(await place(files, { bookStrategy }, ({ title }) => title));
      expect({
        filename: await titles('filename'),
        metadata_first: await titles('metadata_first'),
        smart: await titles('smart'),
      }).toEqual({
        filename: ['Saga 001 - Begin', 'Saga 002 - Go On'],
        metadata_first: ['The Beginning', 'Volume 2'],
        smart: ['The Beginning', 'Go On'],
      });
      expect((await titles('series_name')).every((title) => String(title).startsWith('Saga'))).toBe(true);
    });

    test('numbers: from the metadata, the file name, the order, or any of them', async () => {
      const files = {
        'Saga/Saga 010.cbz': '<Number>3</Number>',
        'Saga/Saga 020.cbz': undefined,
        // Next to numbered books, a book has no number by its place.
        'Saga/story.cbz': undefined,
      };
      const numbers = async (numberStrategy: string) =>
        Object.values(await place(files, { numberStrategy }, ({ number }) => number));
      expect({
        metadata: await numbers('metadata'),
        filename: await numbers('filename'),
        file_order: await numbers('file_order'),
        smart: await numbers('smart'),
      }).toEqual({
        metadata: [3, null, null],
        filename: [10, 20, null],
        file_order: [1, 2, 3],
        smart: [3, 20, null],
      });
    });

    test('excludes patterns and formats, and moves books after a change of strategy', async () => {
      const library = await addScannedLibrary(
        server(),
        {
          'Akira/Vol 1/01.cbz': await makeCbz({ mark: 'v1' }),
          'Akira/Extras/02.cbz': await makeCbz({ mark: 'v2' }),
          'Akira/notes.pdf': 'never looked at',
        },
        { excludedPatterns: ['**/Extras/**'], allowedFormats: ['cbz'] },
      );
      const names = async () =>
        (await listBooks(server().admin, library.id)).map(({ seriesName }) => seriesName);
      expect(await names()).toEqual(['Akira - Vol 1']);
      const [before] = await listBooks(server().admin, library.id);
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { seriesStrategy: 'series_volume' });
      await server().admin.post(`/api/v1/libraries/${library.id}/scan`);
      await expect.poll(names).toEqual(['Akira']);
      expect((await listBooks(server().admin, library.id))[0]?.id).toBe(before?.id);
    });

    test('a preview returns the result of a scan without changes', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'preview' }),
      });
      const { body } = await server().admin.post('/api/v1/libraries/preview-scan', {
        path: library.folder,
        seriesStrategy: 'series_folder',
      });
      expect(body).toMatchObject({
        totalFiles: 1,
        detectedSeries: [{ name: 'Saga', bookCount: 1 }],
        suggestion: { kind: 'comics', seriesStrategy: 'series_volume', libraries: [] },
      });
    });
  },
  { withTasks: true },
);
