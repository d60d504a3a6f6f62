import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MovedBook } from '@lectern/contract/ingest/moves';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { expect, test } from 'vitest';
import type { BookDetail } from '#features/libraries/books/index.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { makeFictionBook } from '../../../../test/makers/texts/fb2.ts';

interface Answer {
  books: MovedBook[];
  reason: string;
}

const settings = { allowFileChanges: true, groupFormats: true };
const tenPages = Array.from({ length: 10 }, () => ({}));

withServer(
  'moving books with several formats',
  (server) => {
    let made = 0;
    const anEpub = () =>
      makeEpub({
        metadata: `<dc:title>Moved</dc:title><dc:identifier>m${++made} ${server().kind}</dc:identifier>`,
      });
    const aPdf = () =>
      makePdf({ pages: tenPages, info: { Title: `Moved ${++made}`, Subject: server().kind } });
    const anFb2 = () => makeFictionBook({ info: `<book-title>M ${++made} ${server().kind}</book-title>` });
    const move = (id: string, body: object, noun = 'books') =>
      server().admin.post<Answer>(`/api/v1/${noun}/${id}/move`, body);
    const preview = (id: string, body: object, noun = 'books') =>
      server().admin.post<Answer>(`/api/v1/${noun}/${id}/move/preview`, body);
    const open = async (id: string) => (await server().admin.get<BookDetail>(`/api/v1/books/${id}`)).body;
    /** Ids of the files, starting with the main one. */
    const idsOf = async (id: string) => (await open(id)).formats.map(({ bookId }) => bookId);
    const filesOf = ({ body }: { body: Answer }) =>
      body.books.flatMap(({ files }) => files.map(({ from, to }) => `${from} ${to}`));
    const pathsOf = async (ids: readonly string[], folder: string) =>
      (await Promise.all(ids.map(open))).map(({ book }) => book.path.replace(`${folder}/`, ''));

    test('renames a book with its formats and all of their sidecar files, and back', async () => {
      const files = { 'S/One.epub': anEpub(), 'S/One.pdf': aPdf(), 'S/Two.epub': anEpub() };
      const library = await addScannedLibrary(server(), files, settings);
      writeFileSync(join(library.folder, 'S/One.opf'), '<package/>');
      const { id } = await getBook(server().admin, library.id, 'One.epub');
      const ids = await idsOf(id);
      await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage: 1, percentage: 0.5 });
      const shown = await preview(id, { name: 'Uno.epub' });
      expect(filesOf(shown)).toEqual(['S/One.epub S/Uno.epub', 'S/One.opf S/Uno.opf', 'S/One.pdf S/Uno.pdf']);
      expect(shown.body.books.map(({ entryId }) => entryId)).toEqual([id, id]);
      expect((await move(id, { name: 'Uno.epub' })).status).toBe(200);
      const after = ['Two.epub', 'Uno.epub', 'Uno.opf', 'Uno.pdf'];
      expect(readdirSync(join(library.folder, 'S')).toSorted()).toEqual(after);
      expect(await idsOf(id)).toEqual(ids);
      await scan(server(), library.id);
      expect(await idsOf(id)).toEqual(ids);
      expect(await pathsOf(ids, library.folder)).toEqual(['S/Uno.epub', 'S/Uno.pdf']);
      // Renamed through the other format.
      expect((await move(ids[1] ?? '', { name: 'One.pdf' })).status).toBe(200);
      expect(await pathsOf(ids, library.folder)).toEqual(['S/One.epub', 'S/One.pdf']);
      expect(await idsOf(id)).toEqual(ids);
      const read = await server().reader.get<{ book: BookDto }>(`/api/v1/books/${ids[1]}`);
      expect(read.body.book.readProgress?.currentPage).toBe(5);
      expect(await listBooks(server().admin, library.id)).toHaveLength(2);
    });

    test('moves merged formats to the folder of their book, and each back to its own location', async () => {
      const files = { 'Text/One.epub': anEpub(), 'Text/pdf/One.pdf': aPdf(), 'Other/Uno.fb2': anFb2() };
      const library = await addScannedLibrary(server(), files, settings);
      const other = await addScannedLibrary(server(), { 'C/C.epub': anEpub() }, settings);
      const [one, pdf, uno] = await Promise.all(
        ['One.epub', 'One.pdf', 'Uno.fb2'].map((name) => getBook(server().admin, library.id, name)),
      );
      const id = one?.id ?? '';
      await server().admin.post(`/api/v1/books/${id}/formats`, { bookIds: [pdf?.id, uno?.id] });
      const ids = await idsOf(id);
      const { status, body } = await move(id, { libraryId: other.id, folder: 'New' });
      expect(status).toBe(200);
      expect(readdirSync(library.folder)).toEqual([]);
      expect(await pathsOf(ids, other.folder)).toEqual(['New/One.epub', 'New/Uno.fb2', 'New/pdf/One.pdf']);
      expect(await idsOf(id)).toEqual(ids);
      expect(await listBooks(server().admin, other.id)).toHaveLength(2);
      const [first, ...others] = body.books;
      const back = await move(id, {
        ...first?.from,
        formats: others.map(({ bookId, from: { root, folder, name } }) => ({ bookId, root, folder, name })),
      });
      expect(back.status).toBe(200);
      expect(await pathsOf(ids, library.folder)).toEqual([
        'Text/One.epub',
        'Other/Uno.fb2',
        'Text/pdf/One.pdf',
      ]);
      for (const { id } of [library, other]) await scan(server(), id);
      expect(await idsOf(id)).toEqual(ids);
      expect(await listBooks(server().admin, library.id)).toHaveLength(1);
      const unknown = await move(id, {
        folder: 'X',
        formats: [{ bookId: library.id, root: 0, folder: '', name: 'x' }],
      });
      expect(unknown.status).toBe(404);
    });

    test('moves a series with all formats to another library and keeps its data', async () => {
      const files = {
        'Saga/1.epub': anEpub(),
        'Saga/1.pdf': aPdf(),
        'Saga/2.epub': anEpub(),
        'Saga/2.pdf': aPdf(),
        'O/O.epub': anEpub(),
      };
      const library = await addScannedLibrary(server(), files, settings);
      const other = await addScannedLibrary(server(), { 'C/C.epub': anEpub() }, settings);
      const { id, seriesId } = await getBook(server().admin, library.id, '1.epub');
      const ids = await idsOf(id);
      await server().admin.patch(`/api/v1/series/${seriesId}`, { title: 'A saga of mine' });
      const shown = await preview(seriesId, { libraryId: other.id, folder: 'All/Saga' }, 'series');
      expect(filesOf(shown)).toHaveLength(4);
      const { status } = await move(seriesId, { libraryId: other.id, folder: 'All/Saga' }, 'series');
      expect(status).toBe(200);
      expect(readdirSync(library.folder)).toEqual(['O']);
      const series = await server().admin.get<Series>(`/api/v1/series/${seriesId}`);
      expect(series.body).toMatchObject({ libraryId: other.id, title: 'A saga of mine', bookCount: 2 });
      expect(await idsOf(id)).toEqual(ids);
      const counts = async (libraryId: string) =>
        (await server().admin.get<{ bookCount: number }>(`/api/v1/libraries/${libraryId}`)).body.bookCount;
      expect([await counts(library.id), await counts(other.id)]).toEqual([1, 3]);
      for (const one of [library, other]) await scan(server(), one.id);
      expect(await idsOf(id)).toEqual(ids);
      expect([await counts(library.id), await counts(other.id)]).toEqual([1, 3]);
    });

    test('moves all formats of a book or none, and the other books of the series', async () => {
      const files = {
        'Saga/1.epub': anEpub(),
        'Saga/1.pdf': aPdf(),
        'Saga/2.epub': anEpub(),
        'T/1.PDF': aPdf(),
        'T/T.cbz': await makeCbz({ mark: `formats ${server().kind}` }),
      };
      const library = await addScannedLibrary(server(), files, settings);
      const { id, seriesId } = await getBook(server().admin, library.id, '1.epub');
      const ids = await idsOf(id);
      const refused = await move(id, { folder: 'T' });
      expect([refused.status, refused.body.reason]).toEqual([409, 'upload_exists']);
      const shown = await preview(id, { folder: 'T' });
      expect(shown.body.books.map(({ problem }) => problem?.reason)).toEqual([
        'upload_exists',
        'upload_exists',
      ]);
      expect((await move(id, { folder: 'Saga' })).body.reason).toBe('move_same');
      const { status, body } = await move(seriesId, { folder: 'T' }, 'series');
      expect(status).toBe(200);
      expect(body.books.map(({ problem }) => problem?.reason)).toEqual([
        'upload_exists',
        'upload_exists',
        undefined,
      ]);
      expect(existsSync(join(library.folder, 'T/2.epub'))).toBe(true);
      expect(readdirSync(join(library.folder, 'Saga')).toSorted()).toEqual(['1.epub', '1.pdf']);
      expect(await idsOf(id)).toEqual(ids);
    });
  },
  { withTasks: true },
);
