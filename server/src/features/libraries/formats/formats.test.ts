import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Series } from '@lectern/contract/libraries/series';
import { expect, test } from 'vitest';
import type { BookDetail } from '#features/libraries/books/index.ts';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  listSeries,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { makeFictionBook } from '../../../../test/makers/texts/fb2.ts';

const grouped = { groupFormats: true };
const tenPages = Array.from({ length: 10 }, () => ({}));

onBothDatabases(
  'formats of a book',
  (server) => {
    let made = 0;
    /** Content that no other test uses. */
    const anEpub = (title = 'A Book') =>
      makeEpub({
        metadata: `<dc:title>${title}</dc:title><dc:identifier>${++made} ${server().kind}</dc:identifier>`,
      });
    const aPdf = () => makePdf({ pages: tenPages, info: { Title: `Pdf ${++made}`, Subject: server().kind } });
    const names = async ({ id }: TestLibrary) =>
      (await listBooks(server().admin, id)).map(({ path }) => path.split('/').at(-1));
    const open = async (id: string, who = server().admin) =>
      (await who.get<BookDetail & { reason: string }>(`/api/v1/books/${id}`)).body;
    const formatsOf = async (id: string) => (await open(id)).formats.map(({ fileFormat }) => fileFormat);
    const idOf = (detail: BookDetail, format: string) =>
      detail.formats.find(({ fileFormat }) => fileFormat === format)?.bookId ?? '';
    const countsOf = async ({ id }: TestLibrary) => {
      const { body } = await server().admin.get<{ bookCount: number }>(`/api/v1/libraries/${id}`);
      const series = await listSeries(server().admin, id);
      return [body.bookCount, series.reduce((sum: number, one: Series) => sum + one.bookCount, 0)];
    };
    const read = (id: string, body: object) => server().admin.put(`/api/v1/books/${id}/progress`, body);
    const add = (id: string, bookIds: string[], who = server().admin) =>
      who.post<{ formats: BookDetail['formats']; reason: string }>(`/api/v1/books/${id}/formats`, {
        bookIds,
      });
    const addAccepting = (id: string, bookIds: string[]) =>
      server().admin.post(`/api/v1/books/${id}/formats`, { bookIds, acceptsOtherReaders: true });
    const takeOut = (id: string, bookId: string) =>
      server().admin.delete(`/api/v1/books/${id}/formats/${bookId}`);

    test('groups files of the same name if the library is configured to, with EPUB as the main format', async () => {
      const files = {
        'S/One.pdf': aPdf(),
        'S/One.epub': anEpub(),
        'S/One.fb2': makeFictionBook({ info: `<book-title>One ${server().kind}</book-title>` }),
        'S/Two.epub': anEpub('Two'),
      };
      const library = await addScannedLibrary(server(), files, grouped);
      expect((await names(library)).toSorted()).toEqual(['One.epub', 'Two.epub']);
      expect(await countsOf(library)).toEqual([2, 2]);
      const one = await getBook(server().admin, library.id, 'One.epub');
      const detail = await open(one.id);
      expect(detail.formats.map(({ fileFormat, main }) => [fileFormat, main])).toEqual([
        ['epub', true],
        ['fb2', false],
        ['pdf', false],
      ]);
      const pdf = await open(idOf(detail, 'pdf'));
      expect(pdf.book).toMatchObject({ fileFormat: 'pdf', deleted: false, seriesId: one.seriesId });
      expect(pdf.formats).toEqual(detail.formats);
      const file = await server().admin.get(`/api/v1/books/${pdf.book.id}/file`);
      expect([file.status, file.bytes.equals(files['S/One.pdf'])]).toEqual([200, true]);
      expect(await formatsOf((await getBook(server().admin, library.id, 'Two.epub')).id)).toEqual(['epub']);
      // Feeds list a link for each format.
      const feed = await server().admin.get<{ links: { rel: string; type: string; href: string }[] }>(
        `/opds/v2/books/${one.id}`,
      );
      const acquisitions = feed.body.links.filter(({ rel }) => rel === 'http://opds-spec.org/acquisition');
      expect(acquisitions.map(({ type }) => type)).toEqual([
        'application/epub+zip',
        'application/x-fictionbook+xml',
        'application/pdf',
      ]);
      const viaFeed = await server().admin.get(new URL(acquisitions[2]?.href ?? '', server().url).pathname);
      expect(viaFeed.bytes.equals(files['S/One.pdf'])).toBe(true);
      const atom = await server().admin.get(`/opds/v1/books/${one.id}`);
      expect(atom.bytes.toString().match(/rel="http:\/\/opds-spec.org\/acquisition"/g)).toHaveLength(3);
      // Lists, including those with deleted books, and searches omit the other formats.
      expect(await listBooks(server().admin, library.id, 'includeDeleted=true')).toHaveLength(2);
      const found = await server().admin.post<{ data: unknown[]; total: number }>(
        `/api/v1/libraries/${library.id}/books/list`,
        { fullTextSearch: 'One', includeDeleted: true },
      );
      expect([found.body.data.length, found.body.total]).toEqual([1, 1]);
      // Another scan, including a deep scan, changes nothing.
      await scan(server(), library.id, 'mode=deep');
      expect(await formatsOf(one.id)).toEqual(['epub', 'fb2', 'pdf']);
      expect(await countsOf(library)).toEqual([2, 2]);
    });

    test('applies and reverts the setting for existing files', async () => {
      const library = await addScannedLibrary(server(), { 'S/One.epub': anEpub(), 'S/One.pdf': aPdf() });
      expect(await countsOf(library)).toEqual([2, 2]);
      for (const [groupFormats, count] of [
        [true, 1],
        [false, 2],
      ] as const) {
        await server().admin.patch(`/api/v1/libraries/${library.id}`, { groupFormats });
        await scan(server(), library.id);
        expect(await countsOf(library)).toEqual([count, count]);
        expect(await names(library)).toHaveLength(count);
      }
    });

    test('shares the position between formats as a percentage, and read marks with all formats', async () => {
      const files = { 'S/One.epub': anEpub(), 'S/One.pdf': aPdf() };
      const library = await addScannedLibrary(server(), files, grouped);
      const { id, seriesId } = await getBook(server().admin, library.id, 'One.epub');
      const pdf = idOf(await open(id), 'pdf');
      expect((await read(pdf, { currentPage: 5 })).status).toBe(200);
      expect((await open(pdf)).book.readProgress?.currentPage).toBe(5);
      const there = (await open(id)).book.readProgress;
      expect(there?.progressPercentage).toBeGreaterThan(0.3);
      expect(there?.completed).toBe(false);
      const shelf = async (name: string) =>
        (
          await server().admin.get<{ data: { id: string }[] }>(
            `/api/v1/books/${name}?libraryId=${library.id}`,
          )
        ).body.data;
      expect((await shelf('in-progress')).map((book) => book.id)).toEqual([id]);
      await server().admin.post(`/api/v1/books/${id}/read`);
      expect((await open(pdf)).book.readProgress).toMatchObject({ completed: true, currentPage: 10 });
      await server().admin.post(`/api/v1/series/${seriesId}/unread`);
      expect((await open(pdf)).book.readProgress ?? null).toBeNull();
      expect((await read(pdf, { currentPage: 10, completed: true })).status).toBe(200);
      expect((await open(id)).book.readProgress?.completed).toBe(true);
      expect(await shelf('in-progress')).toEqual([]);
    });

    test('when the main file is deleted, another format inherits lists, want to read, edits and progress', async () => {
      const files = { 'S/One.epub': anEpub(), 'S/One.pdf': aPdf(), 'S/Other.epub': anEpub('Other') };
      const library = await addScannedLibrary(server(), files, grouped);
      const { id } = await getBook(server().admin, library.id, 'One.epub');
      const pdf = idOf(await open(id), 'pdf');
      const admin = server().admin;
      await admin.patch(`/api/v1/books/${id}`, { title: 'Renamed' });
      await admin.post(`/api/v1/want-to-read/books/${id}`);
      const list = await admin.post<{ id: string }>('/api/v1/readlists', {
        name: `Formats ${server().kind}`,
        ids: [id],
      });
      await read(id, { currentPage: 1, percentage: 0.5 });
      rmSync(join(library.folder, 'S/One.epub'));
      await scan(server(), library.id);
      expect((await names(library)).toSorted()).toEqual(['One.pdf', 'Other.epub']);
      expect((await open(pdf)).book).toMatchObject({ title: 'Renamed', deleted: false });
      expect((await open(id)).book.deleted).toBe(true);
      const members = async () =>
        (
          await admin.get<{ data: { id: string }[] }>(`/api/v1/readlists/${list.body.id}/books`)
        ).body.data.map((book) => book.id);
      expect(await members()).toEqual([pdf]);
      const wanted = await admin.get<{ data: { id: string }[] }>('/api/v1/want-to-read/books');
      expect(wanted.body.data.map((book) => book.id)).toContain(pdf);
      expect((await open(pdf)).book.readProgress).not.toBeNull();
      // The returned file is a format of the current entry.
      writeFileSync(join(library.folder, 'S/One.epub'), files['S/One.epub']);
      await scan(server(), library.id);
      expect(await formatsOf(pdf)).toEqual(['pdf', 'epub']);
      expect(idOf(await open(pdf), 'epub')).toBe(id);
      expect(await countsOf(library)).toEqual([2, 2]);
      // Purging does not remove existing files.
      await admin.delete(`/api/v1/libraries/${library.id}/purge-deleted`);
      expect(await formatsOf(pdf)).toEqual(['pdf', 'epub']);
    });

    test('moves a series to the trash with all formats and restores it as one entry', async () => {
      const settings = { ...grouped, allowFileChanges: true };
      const library = await addScannedLibrary(
        server(),
        { 'S/One.epub': anEpub(), 'S/One.pdf': aPdf() },
        settings,
      );
      const { id, seriesId } = await getBook(server().admin, library.id, 'One.epub');
      const gone = await server().admin.delete<{ trashed: { id: string }[] }>(
        `/api/v1/series/${seriesId}/files`,
      );
      expect([gone.status, gone.body.trashed.length]).toEqual([200, 2]);
      expect(await countsOf(library)).toEqual([0, 0]);
      const ids = gone.body.trashed.map((file) => file.id);
      await server().admin.post('/api/v1/trash/restore', { ids });
      expect(await countsOf(library)).toEqual([1, 1]);
      // It is the main format again.
      expect(await formatsOf(id)).toEqual(['epub', 'pdf']);
    });

    test('keeps files that are renamed or moved together as one entry', async () => {
      const library = await addScannedLibrary(
        server(),
        { 'S/One.epub': anEpub(), 'S/One.pdf': aPdf() },
        grouped,
      );
      const { id } = await getBook(server().admin, library.id, 'One.epub');
      const pdf = idOf(await open(id), 'pdf');
      mkdirSync(join(library.folder, 'T'));
      for (const format of ['epub', 'pdf'])
        renameSync(join(library.folder, `S/One.${format}`), join(library.folder, `T/Two.${format}`));
      await scan(server(), library.id);
      expect((await open(id)).formats.map(({ bookId, main }) => [bookId, main])).toEqual([
        [id, true],
        [pdf, false],
      ]);
      // A file that is renamed alone leaves the entry.
      renameSync(join(library.folder, 'T/Two.pdf'), join(library.folder, 'T/Three.pdf'));
      await scan(server(), library.id);
      expect(await countsOf(library)).toEqual([2, 2]);
      expect((await open(pdf)).formats.map(({ bookId }) => bookId)).toEqual([pdf]);
    });

    test('users merge files of different names and split them; scans keep both decisions', async () => {
      const library = await addScannedLibrary(
        server(),
        {
          'S/One.epub': anEpub(),
          'S/One.pdf': aPdf(),
          'T/Uno.fb2': makeFictionBook({ info: `<book-title>Uno ${server().kind}</book-title>` }),
        },
        grouped,
      );
      const { id } = await getBook(server().admin, library.id, 'One.epub');
      const uno = await getBook(server().admin, library.id, 'Uno.fb2');
      const added = await add(id, [uno.id]);
      expect([added.status, added.body.formats.map(({ fileFormat }) => fileFormat)]).toEqual([
        200,
        ['epub', 'fb2', 'pdf'],
      ]);
      expect(await countsOf(library)).toEqual([1, 1]);
      const pdf = idOf(await open(id), 'pdf');
      expect((await takeOut(id, pdf)).status).toBe(204);
      expect((await takeOut(id, pdf)).status).toBe(404);
      const isKept = async () => {
        expect(await formatsOf(id)).toEqual(['epub', 'fb2']);
        expect((await names(library)).toSorted()).toEqual(['One.epub', 'One.pdf']);
      };
      await isKept();
      await scan(server(), library.id, 'mode=deep');
      await isKept();
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { groupFormats: false });
      await scan(server(), library.id);
      await isKept();
      // Removing the main file keeps the other one.
      expect((await takeOut(id, id)).status).toBe(204);
      expect(await countsOf(library)).toEqual([3, 3]);
    });

    test('asks before it merges books that different users can see', async () => {
      const files = {
        'S/Open.epub': anEpub('Open'),
        'T/Hidden.pdf': aPdf(),
        'U/Other.fb2': makeFictionBook(),
      };
      const library = await addScannedLibrary(server(), files);
      const [shown, hidden, third] = await Promise.all(
        ['Open.epub', 'Hidden.pdf', 'Other.fb2'].map((name) => getBook(server().admin, library.id, name)),
      );
      if (!shown || !hidden || !third) throw new Error('a book is missing');
      const { admin } = server();
      const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', {
        name: `adults ${server().kind}`,
      });
      const reader = await signIn(server(), {});
      await admin.put(`/api/v1/users/${reader.userId}/restrictions`, {
        sharedLibraryIds: [],
        sharingTags: [{ tagId: tag.body.id, access: 'deny' }],
      });
      const setTags = (seriesId: string, tagIds: string[]) =>
        admin.put(`/api/v1/series/${seriesId}/sharing-tags`, { tagIds });
      await setTags(hidden.seriesId, [tag.body.id]);
      const statusOf = async (id: string) => (await reader.get(`/api/v1/books/${id}`)).status;
      const refusal = async (id: string, bookIds: string[]) => {
        const { status, body } = await add(id, bookIds);
        return [status, body.reason];
      };
      for (const [id, other] of [
        [shown.id, hidden.id],
        [hidden.id, shown.id],
        [third.id, hidden.id],
      ] as const)
        expect(await refusal(id, [other])).toEqual([409, 'formats_readers_differ']);
      expect([await statusOf(shown.id), await statusOf(hidden.id)]).toEqual([200, 404]);
      // A file of an entry is visible like the entry.
      expect((await add(shown.id, [third.id])).status).toBe(200);
      expect(await refusal(hidden.id, [third.id])).toEqual([409, 'formats_readers_differ']);
      await setTags(hidden.seriesId, []);
      await admin.patch(`/api/v1/series/${hidden.seriesId}/metadata`, { ageRating: 18 });
      expect(await refusal(shown.id, [hidden.id])).toEqual([409, 'formats_readers_differ']);
      expect((await addAccepting(shown.id, [hidden.id])).status).toBe(200);
      expect(await statusOf(hidden.id)).toBe(200);
    });

    test('rejects two files of one format, other libraries, missing files, and users without permission', async () => {
      const files = { 'S/One.epub': anEpub(), 'S/Two.epub': anEpub('Two'), 'S/Gone.pdf': aPdf() };
      const library = await addScannedLibrary(server(), files);
      const other = await addScannedLibrary(server(), {
        'C/C 1.cbz': await makeCbz({ mark: `f ${server().kind}` }),
      });
      const [one, two, gone] = await Promise.all(
        ['One.epub', 'Two.epub', 'Gone.pdf'].map((name) => getBook(server().admin, library.id, name)),
      );
      const comic = await getBook(server().admin, other.id, 'C 1.cbz');
      rmSync(join(library.folder, 'S/Gone.pdf'));
      await scan(server(), library.id);
      const refusal = async (bookIds: string[]) => {
        const { status, body } = await add(one?.id ?? '', bookIds);
        return [status, body.reason];
      };
      expect(await refusal([two?.id ?? ''])).toEqual([409, 'formats_same']);
      expect(await refusal([comic.id])).toEqual([409, 'formats_other_library']);
      expect(await refusal([gone?.id ?? ''])).toEqual([409, 'trash_file_missing']);
      expect((await refusal(['01900000-0000-7000-8000-000000000000']))[0]).toBe(404);
      expect((await refusal([]))[0]).toBe(400);
      expect((await add(one?.id ?? '', [two?.id ?? ''], server().reader)).status).toBe(403);
      const limited = await signIn(server(), { permissions: ['books:read', 'books:write'] });
      await server().admin.put(`/api/v1/users/${limited.userId}/restrictions`, {
        sharedLibraryIds: [other.id],
      });
      expect((await add(one?.id ?? '', [two?.id ?? ''], limited)).status).toBe(404);
    });
  },
  { withTasks: true },
);
