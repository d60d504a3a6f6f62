import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { Series } from '@lectern/contract/libraries/series';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, listSeries, scan } from '../../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../../test/makers/books.ts';

const comicInfo = (n: number, more = '') =>
  `<Series>Saga</Series><Title>Chapter ${n}</Title><Number>${n}</Number><Publisher>Image</Publisher><Genre>Drama, Sci-Fi</Genre><Tags>space</Tags><Writer>Brian Vaughan</Writer><AgeRating>Teen</AgeRating><Year>2012</Year>${more}`;

let made = 0;
const makeSaga = async () => {
  const mark = String(++made);
  return {
    'Saga/1.cbz': await makeCbz({ mark: `${mark}a`, comicInfo: comicInfo(1) }),
    'Saga/2.cbz': await makeCbz({ mark: `${mark}b`, comicInfo: comicInfo(2).replace('Sci-Fi', 'Romance') }),
  };
};

onBothDatabases(
  'metadata',
  (server) => {
    const makeLibrary = async () => {
      const library = await addScannedLibrary(server(), await makeSaga());
      const [series] = await listSeries(server().admin, library.id);
      const books = await listBooks(server().admin, library.id);
      const [book] = books;
      if (!series || !book) throw new Error('Nothing was found');
      return {
        library,
        series,
        books,
        book,
        path: `/api/v1/series/${series.id}/metadata`,
        bookPath: `/api/v1/books/${book.id}/metadata`,
      };
    };

    test('combines the metadata of its books', async () => {
      const { path } = await makeLibrary();
      const { body, headers } = await server().reader.get<SeriesMetadata>(path);
      expect(body).toMatchObject({
        title: 'Saga',
        publisher: 'Image',
        genres: ['Drama', 'Sci-Fi', 'Romance'],
        tags: ['space'],
        authors: [{ name: 'Brian Vaughan', role: 'writer', sortName: null }],
        year: 2012,
        locks: {},
      });
      expect(headers.get('etag')).toBeTruthy();
    });

    test('lists titles, links and ids of series and books under their published addresses', async () => {
      const { path, bookPath } = await makeLibrary();
      const { admin, reader } = server();
      const externalLinks = [{ id: 'l1', sourceName: 'Wiki', url: 'https://wiki.example/saga' }];
      const externalIds = [{ source: 'anilist', externalId: '7', externalUrl: null }];
      const alternateTitles = [{ id: 't1', label: 'Native', title: 'Saga!' }];
      await admin.patch(path, { externalLinks, externalIds, alternateTitles });
      await admin.patch(bookPath, { externalLinks, externalIds });
      for (const parent of [path, bookPath].map((one) => one.replace('/metadata', ''))) {
        expect((await reader.get(`${parent}/external-links`)).body).toEqual({ links: externalLinks });
        expect((await reader.get(`${parent}/external-ids`)).body).toEqual({ externalIds });
      }
      const titles = await reader.get(path.replace('/metadata', '/alternate-titles'));
      expect(titles.body).toEqual({ titles: alternateTitles });
    });

    test('keeps all concurrent edits of different fields', async () => {
      const { path, bookPath } = await makeLibrary();
      const { admin } = server();
      const edits = {
        publisher: 'Dark Horse',
        language: 'fr',
        summary: 'A war.',
        ageRating: 16,
        genres: ['War'],
      };
      for (const address of [path, bookPath]) {
        const answers = await Promise.all(
          Object.entries(edits).map(([field, value]) => admin.patch(address, { [field]: value })),
        );
        expect(answers.map(({ status }) => status)).toEqual(Object.keys(edits).map(() => 200));
        expect((await admin.get(address)).body).toMatchObject(edits);
      }
    });

    test('locks edited fields, so that no scan changes them, including deep scans', async () => {
      const { library, series, book, path, bookPath } = await makeLibrary();
      const { admin } = server();
      const edited = await admin.patch<SeriesMetadata>(path, {
        title: 'My Saga',
        publisher: null,
        genres: ['Space Opera'],
        status: 'ended',
        alternateTitles: [{ title: 'サーガ', label: 'ja' }],
      });
      expect(edited.status).toBe(200);
      expect(edited.body).toMatchObject({
        title: 'My Saga',
        publisher: null,
        genres: ['Space Opera'],
        status: 'ended',
        tags: ['space'],
        locks: { title: true, publisher: true, genres: true, status: true, alternateTitles: true },
      });
      await admin.patch(bookPath, { title: 'Mine', volume: 7, number: 3.5, summary: 'Own words' });
      writeFiles(library.folder, {
        'Saga/1.cbz': await makeCbz({
          mark: 'changed',
          comicInfo: comicInfo(9, '<Volume>1</Volume><Summary>Other words</Summary>').replace('Image', 'DC'),
        }),
      });
      for (const mode of ['', 'mode=deep']) {
        await scan(server(), library.id, mode);
        const { body } = await admin.get<SeriesMetadata>(path);
        expect(body).toMatchObject({
          title: 'My Saga',
          publisher: null,
          genres: ['Space Opera'],
          status: 'ended',
        });
        const detail = await admin.get<{ book: BookDto; metadata: BookMetadata }>(`/api/v1/books/${book.id}`);
        expect(detail.body.book).toMatchObject({
          title: 'Mine',
          volume: 7,
          number: 3,
          seriesName: 'My Saga',
        });
        expect(detail.body.metadata).toMatchObject({
          title: 'Mine',
          number: 3.5,
          volume: 7,
          summary: 'Own words',
          // Fields without edits follow the file.
          publisher: 'DC',
          locks: { title: true, volume: true, number: true, summary: true },
        });
      }
      expect((await admin.get<Series>(`/api/v1/series/${series.id}`)).body.publisher).toBeNull();
    });

    test('returns to the current file values after a reset', async () => {
      const { library, path, bookPath, book } = await makeLibrary();
      const { admin } = server();
      await admin.patch(path, { title: 'Else', genres: [], ageRating: 18 });
      await admin.patch(bookPath, { title: 'Else', number: 40 });
      writeFiles(library.folder, {
        'Saga/1.cbz': await makeCbz({ mark: 'again', comicInfo: comicInfo(5).replace('Sci-Fi', 'Western') }),
      });
      await scan(server(), library.id);
      const series = await admin.delete<SeriesMetadata>(path);
      expect(series.body).toMatchObject({ title: 'Saga', locks: {} });
      expect(series.body.genres).toContain('Western');
      expect(series.body.ageRating).toBeLessThan(18);
      await admin.delete(bookPath);
      const detail = await admin.get<{ book: BookDto; metadata: BookMetadata }>(`/api/v1/books/${book.id}`);
      expect(detail.body.metadata).toMatchObject({ title: 'Chapter 5', number: 5, locks: {} });
      expect(detail.body.book).toMatchObject({ title: 'Saga #005', number: 5 });
    });

    test('locks keep the current value; unlocked fields follow the files again', async () => {
      const { library, path } = await makeLibrary();
      const { admin } = server();
      const locked = await admin.put<{ locks: object }>(`${path}/locks`, { publisher: true, summary: true });
      expect(locked.body).toEqual({ locks: { publisher: true, summary: true } });
      writeFiles(library.folder, {
        'Saga/1.cbz': await makeCbz({ mark: 'l1', comicInfo: comicInfo(1).replace('Image', 'DC') }),
        'Saga/2.cbz': await makeCbz({ mark: 'l2', comicInfo: comicInfo(2).replace('Image', 'DC') }),
      });
      await scan(server(), library.id);
      expect((await admin.get<SeriesMetadata>(path)).body.publisher).toBe('Image');
      await admin.put(`${path}/locks`, { publisher: false });
      const { body } = await admin.get<SeriesMetadata>(path);
      expect(body).toMatchObject({ publisher: 'DC', locks: { summary: true } });
      expect((await admin.put(`${path}/locks`, { summary: 'yes' })).status).toBe(400);
    });

    test('PUT sets every field and clears omitted ones', async () => {
      const { path, bookPath } = await makeLibrary();
      const { admin } = server();
      const { body } = await admin.put<SeriesMetadata>(path, { summary: 'Only this' });
      expect(body).toMatchObject({
        title: 'Saga',
        summary: 'Only this',
        publisher: null,
        genres: [],
        authors: [],
      });
      const book = await admin.put<BookMetadata>(bookPath, { title: 'Only that' });
      expect(book.body).toMatchObject({ title: 'Only that', publisher: null, genres: [], number: null });
    });

    test('ignores an edit that sets the current value', async () => {
      const { path, bookPath } = await makeLibrary();
      const { admin } = server();
      for (const [where, patch] of [
        [path, { title: 'Same', genres: ['a'] }],
        [bookPath, { title: 'Same', genres: ['a'] }],
      ] as const) {
        const first = await admin.patch<{ updatedAt: string }>(where, patch);
        const again = await admin.patch<{ updatedAt: string }>(where, patch);
        expect(again.body).toEqual(first.body);
      }
    });

    test.each([
      [{ title: '' }, 'body.title'],
      [{ title: null }, 'body.title'],
      [{ year: 'x' }, 'body.year'],
      [{ ageRating: -1 }, 'body.ageRating'],
      [{ genres: 'Drama' }, 'body.genres'],
      [{ authors: [{ name: 'x', role: 'chef' }] }, 'body.authors.0.role'],
      [{ externalLinks: [{ sourceName: 'x', url: 'javascript:alert(1)' }] }, 'body.externalLinks.0.url'],
      [{ status: 'over' }, 'body.status'],
    ])('rejects %j and reports its path', async (patch, place) => {
      const { path } = await makeLibrary();
      const { status, body } = await server().admin.patch<{ details: { issues: { path: string }[] } }>(
        path,
        patch,
      );
      expect(status).toBe(400);
      expect(body.details.issues.map((issue) => issue.path)).toContain(place);
      expect((await server().reader.patch(path, { title: 'x' })).status).toBe(403);
    });

    test('counts genres and tags, removes them everywhere, and does not restore them in a scan', async () => {
      const { library, path, bookPath } = await makeLibrary();
      const { admin, reader } = server();
      const facets = async (noun: string) =>
        (
          await reader.get<{ data: { id: string; name: string; seriesCount: number }[] }>(
            `/api/v1/${noun}?libraryId=${library.id}`,
          )
        ).body.data;
      expect((await facets('genres')).map(({ name, seriesCount }) => [name, seriesCount])).toEqual([
        ['Drama', 1],
        ['Romance', 1],
        ['Sci-Fi', 1],
      ]);
      expect((await facets('authors')).map(({ name }) => name)).toEqual(['Brian Vaughan']);
      expect((await facets('publishers')).map(({ name }) => name)).toEqual(['Image']);
      const drama = (await facets('genres'))[0]?.id;
      expect((await admin.delete(`/api/v1/genres/${drama}`)).status).toBe(204);
      expect((await facets('genres')).map(({ name }) => name)).toEqual(['Romance', 'Sci-Fi']);
      await scan(server(), library.id, 'mode=deep');
      expect((await admin.get<SeriesMetadata>(path)).body.genres).not.toContain('Drama');
      expect((await admin.get<BookMetadata>(bookPath)).body.genres).not.toContain('Drama');
      expect((await admin.delete(`/api/v1/genres/${drama}`)).status).toBe(404);
      await admin.patch(path, { tags: [] });
      for (const book of await listBooks(admin, library.id))
        await admin.patch(`/api/v1/books/${book.id}/metadata`, { tags: [] });
      const cleaned = await admin.post<{ deletedCount: number }>('/api/v1/tags/cleanup');
      expect(cleaned.status).toBe(200);
    });

    test('reads and changes each of several books, and restores them', async () => {
      const { books } = await makeLibrary();
      const { admin } = server();
      const both = books.slice(0, 2).map(({ id }) => id);
      const list = async () =>
        (
          await admin.post<{ data: { bookId: string; summary: string | null; locks: object }[] }>(
            '/api/v1/books/bulk/metadata/list',
            { ids: [...both, '01890000-0000-7000-8000-000000000000'] },
          )
        ).body.data;
      const before = await list();
      expect(before.map(({ bookId }) => bookId)).toEqual(both);
      const change = (summaries: (string | null)[]) =>
        admin.request<{ updatedCount: number }>('PATCH', '/api/v1/books/bulk/metadata/each', {
          body: { items: both.map((id, i) => ({ id, metadata: { summary: summaries[i] ?? null } })) },
        });
      expect((await change(['First', 'Second'])).body.updatedCount).toBe(2);
      expect((await list()).map(({ summary }) => summary)).toEqual(['First', 'Second']);
      await change(before.map(({ summary }) => summary));
      await admin.put('/api/v1/books/bulk/metadata/locks', { ids: both, locks: { summary: false } });
      const toShown = ({ summary, locks }: { summary: string | null; locks: object }) => [summary, locks];
      expect((await list()).map(toShown)).toEqual(before.map(toShown));
    });

    test('bulk edits change only visible items, report the count, and are atomic', async () => {
      const { library, series, books } = await makeLibrary();
      const { admin } = server();
      const ids = [...books.map(({ id }) => id), '01890000-0000-7000-8000-000000000000'];
      const count = async (method: string, path: string, body: object) =>
        (await admin.request<{ updatedCount: number }>(method, path, { body })).body.updatedCount;
      expect(await count('POST', '/api/v1/books/bulk/tags', { ids, add: ['New', 'SPACE'], remove: [] })).toBe(
        2,
      );
      expect(await count('POST', '/api/v1/books/bulk/tags', { ids, add: ['new'] })).toBe(0);
      expect(await count('POST', '/api/v1/books/bulk/genres', { ids, remove: ['drama'] })).toBe(2);
      expect(await count('PATCH', '/api/v1/books/bulk/metadata', { ids, metadata: { language: 'fr' } })).toBe(
        2,
      );
      expect(
        await count('PUT', '/api/v1/books/bulk/metadata/locks', { ids, locks: { language: false } }),
      ).toBe(2);
      expect(await count('POST', '/api/v1/books/bulk/read', { ids })).toBe(2);
      expect(await count('POST', '/api/v1/books/bulk/read', { ids })).toBe(0);
      expect(await count('POST', '/api/v1/series/bulk/unread', { ids: [series.id] })).toBe(2);
      expect(await count('POST', '/api/v1/series/bulk/tags', { ids: [series.id], add: ['x'] })).toBe(1);
      const tags = (await admin.get<BookMetadata>(`/api/v1/books/${ids[0]}/metadata`)).body.tags;
      expect(tags).toEqual(['space', 'New']);
      const tooMany = Array.from({ length: 1_001 }, () => ids[0]);
      expect((await admin.post('/api/v1/books/bulk/read', { ids: tooMany })).status).toBe(400);
      expect((await listSeries(admin, library.id))[0]?.title).toBe('Saga');
    });

    test('prefers the series file to book metadata, and edits to the series file', async () => {
      const sidecar = (name: string) =>
        JSON.stringify({
          metadata: {
            type: 'comicSeries',
            name,
            publisher: 'Own Press',
            year: 1987,
            status: 'Ended',
            description_text: 'What it is about',
          },
        });
      const library = await addScannedLibrary(server(), {
        ...(await makeSaga()),
        'Saga/series.json': sidecar('The Saga'),
      });
      const [series] = await listSeries(server().admin, library.id);
      const path = `/api/v1/series/${series?.id}/metadata`;
      const get = async () => (await server().admin.get<SeriesMetadata>(path)).body;
      expect(await get()).toMatchObject({
        title: 'The Saga',
        publisher: 'Own Press',
        year: 1987,
        status: 'ended',
        summary: 'What it is about',
        // Missing fields are taken from the books.
        tags: ['space'],
      });
      await server().admin.patch(path, { publisher: 'Mine' });
      writeFiles(library.folder, { 'Saga/series.json': sidecar('Saga again') });
      await scan(server(), library.id, 'mode=deep');
      expect(await get()).toMatchObject({ title: 'Saga again', publisher: 'Mine' });
      writeFiles(library.folder, { 'Saga/series.json': '{ broken' });
      await scan(server(), library.id, 'mode=deep');
      expect(await get()).toMatchObject({ title: 'Saga', publisher: 'Mine', status: null });
    });

    test('keeps edits of a series while all its books are deleted', async () => {
      const { library, path } = await makeLibrary();
      const { admin } = server();
      await admin.patch(path, { title: 'Kept' });
      const files = await makeSaga();
      writeFiles(library.folder, { 'Other/3.cbz': await makeCbz({ mark: 'other' }) });
      await scan(server(), library.id);
      rmSync(join(library.folder, 'Saga'), { recursive: true });
      await scan(server(), library.id, 'confirmRemovals=true');
      writeFiles(library.folder, files);
      await scan(server(), library.id);
      expect((await admin.get<SeriesMetadata>(path)).body).toMatchObject({
        title: 'Kept',
        locks: { title: true },
      });
    });
  },
  { withTasks: true },
);
