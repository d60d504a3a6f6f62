// Text books that are damaged, protected or unsupported: each reports an error, and the scan continues.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { fileFormats } from '@lectern/contract/values';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, listBooks, type TestLibrary } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { makeImage } from '../makers/images.ts';
import { makeFictionBook } from '../makers/texts/fb2.ts';
import { makeMobi } from '../makers/texts/mobi.ts';

interface ErrorList {
  groups: {
    books: { book: BookDto; errors: { errorType: string; details?: { reason?: string } | null }[] }[];
  }[];
}

withServer(
  'unreadable text books',
  (server) => {
    let library: TestLibrary;
    let books: BookDto[];
    beforeAll(async () => {
      const cover = await makeImage({ width: 30, height: 40, format: 'png' });
      const spec = { title: 'Secret', resources: [cover], exth: [[201, 0]] as const };
      library = await addScannedLibrary(
        server(),
        {
          'A/Protected.azw': makeMobi('<p>x', { ...spec, encryption: 2 }),
          'A/Cut off.mobi': makeMobi('<p>x').subarray(0, 70),
          'A/Nothing.fb2': '<html>no FictionBook</html>',
          'A/Deep.fb2': makeFictionBook({ body: '<section>'.repeat(100_000) }),
          'A/Good.fb2': makeFictionBook(),
          'B/Listen.m4b': '\0\0\0\x20ftypM4B \0\0\0\0isom',
          'C/01.mp3': 'ID3\x04\0\0\0\0\0\0',
          'C/02.mp3': 'ID3\x04\0\0\0\0\0\0',
          'D/Scan.djvu': 'AT&TFORM\0\0\0\0DJVM',
          'D/Old.azw1': 'TPZ0',
          'D/New.kfx': 'CONT\x02\0',
        },
        { allowedFormats: fileFormats },
      );
      books = await listBooks(server().admin, library.id);
    });

    const find = (name: string): BookDto => {
      const book = books.find(({ path }) => path.endsWith(name));
      if (!book) throw new Error(`${name} not found`);
      return book;
    };
    const errorsOf = async (name: string) => {
      const { body } = await server().admin.get<ErrorList>(
        `/api/v1/books/errors?libraryId=${library.id}&pageSize=100`,
      );
      return body.groups
        .flatMap((group) => group.books)
        .filter(({ book }) => book.id === find(name).id)
        .flatMap(({ errors }) => errors.map(({ errorType, details }) => `${errorType} ${details?.reason}`));
    };

    test('valid books are read, and an audio folder is one book', () => {
      expect(find('Good.fb2').analyzed).toBe(true);
      expect(books).toHaveLength(10);
    });

    test.each([
      ['Protected.azw', 'parser encrypted'],
      ['Cut off.mobi', 'parser damaged'],
      ['Nothing.fb2', 'format_detection unknown_format'],
      ['Listen.m4b', 'format_detection unsupported_format'],
      ['01.mp3', 'format_detection unsupported_format'],
      ['Scan.djvu', 'format_detection unsupported_format'],
      ['Old.azw1', 'format_detection unsupported_format'],
      ['New.kfx', 'format_detection unsupported_format'],
    ])('%s: %s', async (name, error) => {
      expect([find(name).analyzed, await errorsOf(name)]).toEqual([false, [error]]);
    });

    test('reports an audiobook as unsupported', () =>
      expect(find('Listen.m4b').analysisError).toBe('Audiobooks are not read'));

    test('shows title and cover of a protected book and permits its download, but not reading', async () => {
      const { id } = find('Protected.azw');
      const book = await server().reader.get<{ metadata: { title: string } }>(`/api/v1/books/${id}`);
      expect(book.body.metadata.title).toBe('Secret');
      expect((await server().reader.get(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
      expect((await server().reader.get(`/api/v1/books/${id}/file`)).status).toBe(200);
      for (const path of ['manifest', 'positions', 'file?format=epub']) {
        const { status, body } = await server().reader.get(`/api/v1/books/${id}/${path}`);
        expect([path, status, body]).toEqual([
          path,
          422,
          expect.objectContaining({
            error: 'page_extraction_failed',
            details: expect.objectContaining({ reason: 'encrypted' }),
          }),
        ]);
      }
    });

    test('returns the reason for an error that only occurs when the book is opened, without a server error', async () => {
      const { status, body } = await server().reader.get(`/api/v1/books/${find('Deep.fb2').id}/manifest`);
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ details: expect.objectContaining({ reason: 'too_deep' }) }),
      ]);
      expect(await errorsOf('Deep.fb2')).toEqual(['parser too_deep']);
    });

    test('creates an EPUB again that is missing from the cache, with the same positions', async () => {
      const { id } = find('Good.fb2');
      const path = `/api/v1/books/${id}/resources/text/0002.xhtml`;
      const before = await server().reader.get(path);
      rmSync(join(server().folder, 'data', 'cache', 'pages'), { recursive: true, force: true });
      const after = await server().reader.get(path);
      expect([before.status, after.status, after.bytes.equals(before.bytes)]).toEqual([200, 200, true]);
    });
  },
  { withTasks: true },
);
