import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { nameSidecars } from './sidecars.ts';

const info = (fields: string) => `<?xml version="1.0"?><ComicInfo>${fields}</ComicInfo>`;

test('a document for the whole folder applies only if the folder is one work', () => {
  expect(nameSidecars('Saga 001.CBZ', false)).toEqual(['saga 001.xml', 'saga 001.cbz.xml', 'saga 001.opf']);
  expect(nameSidecars('One.epub', true)).toContain('comicinfo.xml');
  expect(nameSidecars('One.epub', true)).toContain('metadata.opf');
});

withServer(
  'sidecar files of books',
  (server) => {
    const metadataOf = async (id: string) =>
      (await server().admin.get<Record<string, unknown>>(`/api/v1/books/${id}/metadata`)).body;
    const bookOf = (library: TestLibrary, name: string): Promise<BookDto> =>
      getBook(server().admin, library.id, name);

    test('override the metadata in books, field by field', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({
          mark: 'inside',
          comicInfo: '<Title>Inside</Title><Publisher>Image</Publisher>',
        }),
        'Saga/Saga 001.xml': info('<Title>Beside</Title><Summary>By a tagger</Summary>'),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'two', comicInfo: '<Title>Only inside</Title>' }),
        'Saga/ComicInfo.xml': info('<Title>Of whom?</Title>'),
        'Saga/other.xml': '<notes/>',
        'Alone/One.cbz': await makeCbz({ mark: 'alone' }),
        'Alone/comicinfo.XML': info('<Title>Of the folder</Title>'),
        'Bad/Bad.cbz': await makeCbz({ mark: 'bad', comicInfo: '<Title>Good inside</Title>' }),
        'Bad/Bad.xml': '<!DOCTYPE a [<!ENTITY b "c">]><ComicInfo><Title>Refused</Title></ComicInfo>',
        'Cut/Cut.cbz': await makeCbz({ mark: 'cut', comicInfo: '<Title>Inside</Title>' }),
        'Cut/Cut.xml': '<ComicInfo><Title>Cut off',
      });
      const first = await bookOf(library, 'Saga 001.cbz');
      expect(await metadataOf(first.id)).toMatchObject({
        title: 'Beside',
        summary: 'By a tagger',
        publisher: 'Image',
      });
      expect(first.title).toBe('Beside');
      expect((await bookOf(library, 'Saga 002.cbz')).title).toBe('Only inside');
      expect((await bookOf(library, 'One.cbz')).title).toBe('Of the folder');
      expect((await bookOf(library, 'Bad.cbz')).title).toBe('Good inside');
      expect((await bookOf(library, 'Cut.cbz')).title).toBe('Cut off');
      const errors = await server().admin.get<{ errorCounts: Record<string, number> }>(
        `/api/v1/books/errors?libraryId=${library.id}`,
      );
      expect(errors.body.errorCounts).toEqual({ metadata: 2 });
      expect(await listBooks(server().admin, library.id)).toHaveLength(5);
    });

    test('are only read when they are added, changed or removed', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), {
        'S/1.cbz': await makeCbz({ mark: 'follow', comicInfo: '<Title>Inside</Title><Genre>Old</Genre>' }),
        'S/2.cbz': await makeCbz({ mark: 'bystander' }),
      });
      const titleNow = async () => {
        await scan(server(), library.id);
        return (await bookOf(library, '1.cbz')).title;
      };
      const bystander = await bookOf(library, '2.cbz');
      const path = join(library.folder, 'S/1.xml');
      writeFileSync(path, info('<Title>Came</Title>'));
      expect(await titleNow()).toBe('Came');
      writeFileSync(path, info('<Title>Changed it</Title>'));
      expect(await titleNow()).toBe('Changed it');
      const { id, updatedAt } = await bookOf(library, '1.cbz');
      expect(await titleNow()).toBe('Changed it');
      expect((await bookOf(library, '1.cbz')).updatedAt).toBe(updatedAt);
      // Edits take precedence over a changed sidecar.
      await admin.patch(`/api/v1/books/${id}/metadata`, { title: 'Mine' });
      writeFileSync(path, info('<Title>Theirs again</Title><Genre>New</Genre>'));
      expect(await titleNow()).toBe('Mine');
      expect(await metadataOf(id)).toMatchObject({ title: 'Mine', genres: ['New'] });
      rmSync(path);
      expect(await titleNow()).toBe('Mine');
      await admin.delete(`/api/v1/books/${id}/metadata`);
      expect(await metadataOf(id)).toMatchObject({ title: 'Inside', genres: ['Old'] });
      expect((await bookOf(library, '2.cbz')).updatedAt).toBe(bystander.updatedAt);
    });

    test('of calibre apply to every format of a work', async () => {
      const library = await addScannedLibrary(
        server(),
        {
          'Ada Abe/Night Train (7)/Night.cbz': await makeCbz({ mark: 'night' }),
          'Ada Abe/Night Train (7)/Night too.cbz': await makeCbz({ mark: 'night 2' }),
          'Ada Abe/Night Train (7)/metadata.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Night Train</dc:title></metadata></package>`,
        },
        { seriesStrategy: 'calibre' },
      );
      const books = await listBooks(server().admin, library.id);
      expect(books.map(({ title }) => title)).toEqual(['Night Train', 'Night Train']);
      const path = join(library.folder, 'Ada Abe/Night Train (7)/metadata.opf');
      writeFileSync(
        path,
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Day Train</dc:title></metadata></package>',
      );
      await scan(server(), library.id);
      const again = await listBooks(server().admin, library.id);
      expect(again.map(({ title }) => title)).toEqual(['Day Train', 'Day Train']);
    });
  },
  { withTasks: true },
);
