import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import {
  addLibrary,
  addScannedLibrary,
  getBook,
  listBooks,
  listSeries,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

onBothDatabases(
  'the identity of a book',
  (server) => {
    const rescan = async (library: TestLibrary, query = '') => {
      const status = await scan(server(), library.id, query);
      expect([status.status, status.errors]).toEqual(['completed', []]);
      return status;
    };
    const progressOf = async (id: string) =>
      (await server().reader.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book.readProgress;

    async function aReadBook(mark: string) {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({ mark }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: `${mark} two` }),
      });
      const book = await getBook(server().admin, library.id, 'Saga 001.cbz');
      expect((await server().reader.post(`/api/v1/books/${book.id}/read`)).status).toBe(204);
      return { library, book };
    }

    test('is kept with progress when a file is renamed and moved', async () => {
      const { library, book } = await aReadBook('renamed');
      mkdirSync(join(library.folder, 'Other'));
      renameSync(join(library.folder, 'Saga/Saga 001.cbz'), join(library.folder, 'Other/First.cbz'));
      await rescan(library);
      const moved = await getBook(server().admin, library.id, 'First.cbz');
      expect(moved).toMatchObject({ id: book.id, seriesName: 'Other', deleted: false });
      expect(await progressOf(book.id)).toMatchObject({ completed: true });
      const series = await listSeries(server().reader, library.id);
      expect(series.map(({ title, bookCount, unreadCount }) => [title, bookCount, unreadCount])).toEqual([
        ['Other', 1, 0],
        ['Saga', 1, 1],
      ]);
    });

    test('is kept when a folder with several books is renamed', async () => {
      const { library, book } = await aReadBook('folder');
      renameSync(join(library.folder, 'Saga'), join(library.folder, 'Saga (2012)'));
      const { booksFound } = await rescan(library);
      expect(booksFound).toBe(2);
      expect((await listBooks(server().admin, library.id)).map(({ id }) => id)).toContain(book.id);
    });

    test('keeps its series and its user data when the folder of the series is renamed', async () => {
      const library = await addScannedLibrary(
        server(),
        Object.fromEntries(
          await Promise.all(
            Array.from({ length: 5 }, async (_, n) => [
              `Long Walk/Long Walk 00${n + 1}.cbz`,
              await makeCbz({ mark: `walk ${n}` }),
            ]),
          ),
        ),
      );
      const [series] = await listSeries(server().reader, library.id);
      const path = `/api/v1/series/${series?.id}`;
      expect((await server().reader.put(`${path}/rating`, { rating: 80 })).status).toBeLessThan(300);
      renameSync(join(library.folder, 'Long Walk'), join(library.folder, 'The Longest Walk (1999)'));
      // One book is missing in the renamed folder.
      rmSync(join(library.folder, 'The Longest Walk (1999)/Long Walk 005.cbz'));
      await rescan(library);
      const after = await listSeries(server().reader, library.id);
      expect(after.map(({ id, title, year, bookCount }) => ({ id, title, year, bookCount }))).toEqual([
        { id: series?.id, title: 'The Longest Walk', year: 1999, bookCount: 4 },
      ]);
      expect((await server().reader.get<{ rating: number }>(`${path}/rating`)).body).toMatchObject({
        rating: 80,
      });
      // Its former folder belongs to no series.
      writeFiles(library.folder, { 'Long Walk/Other.cbz': await makeCbz({ mark: 'another walk' }) });
      await rescan(library);
      expect((await listSeries(server().reader, library.id)).map(({ title }) => title)).toEqual([
        'Long Walk',
        'The Longest Walk',
      ]);
    });

    test('gets a new series if others remain, and the larger part of a split series keeps it', async () => {
      const names = ['A 1', 'A 2', 'A 3', 'B 1', 'B 2'];
      const library = await addScannedLibrary(
        server(),
        Object.fromEntries(
          await Promise.all(
            names.map(async (name) => [`Both/${name}.cbz`, await makeCbz({ mark: `split ${name}` })]),
          ),
        ),
      );
      const [series] = await listSeries(server().reader, library.id);
      for (const folder of ['A', 'B']) mkdirSync(join(library.folder, folder));
      const move = (name: string) =>
        renameSync(
          join(library.folder, 'Both', `${name}.cbz`),
          join(library.folder, name.slice(0, 1), `${name}.cbz`),
        );
      for (const name of names) move(name);
      await rescan(library);
      const split = await listSeries(server().reader, library.id);
      expect(split.map(({ title, bookCount }) => [title, bookCount])).toEqual([
        ['A', 3],
        ['B', 2],
      ]);
      expect(split.map(({ id }) => id === series?.id)).toEqual([true, false]);
      renameSync(join(library.folder, 'A', 'A 1.cbz'), join(library.folder, 'B', 'A 1.cbz'));
      await rescan(library);
      const joined = await listSeries(server().reader, library.id);
      expect(joined.map(({ id, bookCount }) => [id, bookCount])).toEqual([
        [split[0]?.id, 2],
        [split[1]?.id, 3],
      ]);
    });

    test('is not kept if name and content change together; the old book is kept for its return', async () => {
      const { library, book } = await aReadBook('replaced');
      rmSync(join(library.folder, 'Saga/Saga 001.cbz'));
      writeFileSync(join(library.folder, 'Saga/Saga 003.cbz'), await makeCbz({ mark: 'quite another' }));
      await rescan(library);
      const live = await listBooks(server().admin, library.id);
      expect(live.map(({ id }) => id)).not.toContain(book.id);
      const all = await listBooks(server().admin, library.id, 'includeDeleted=true');
      expect(all.find(({ id }) => id === book.id)).toMatchObject({ deleted: true });
    });

    test('is kept when a file changes in place', async () => {
      const { library, book } = await aReadBook('changed');
      writeFileSync(join(library.folder, 'Saga/Saga 001.cbz'), await makeCbz({ mark: 'changed', pages: 9 }));
      await rescan(library);
      const now = await getBook(server().admin, library.id, 'Saga 001.cbz');
      expect(now).toMatchObject({ id: book.id, pageCount: 9 });
      expect(now.fileHash).not.toBe(book.fileHash);
      expect(await progressOf(book.id)).toMatchObject({ completed: true });
    });

    test('is restored with its data when the file returns at any location', async () => {
      const { library, book } = await aReadBook('returned');
      rmSync(join(library.folder, 'Saga/Saga 001.cbz'));
      await rescan(library);
      expect((await server().reader.get(`/api/v1/books/${book.id}/pages/1`)).status).toBe(404);
      writeFiles(library.folder, { 'Attic/Saga One.cbz': await makeCbz({ mark: 'returned' }) });
      await rescan(library);
      expect(await getBook(server().admin, library.id, 'Saga One.cbz')).toMatchObject({ id: book.id });
      expect(await progressOf(book.id)).toMatchObject({ completed: true });
      expect((await server().reader.get(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200);
    });

    test('is kept when a file moves to another library', async () => {
      const { library, book } = await aReadBook('moved over');
      const other = await addLibrary(server(), { 'Here/Placeholder.cbz': await makeCbz({ mark: 'stays' }) });
      renameSync(join(library.folder, 'Saga/Saga 001.cbz'), join(other.folder, 'Here/Saga 001.cbz'));
      await rescan(other);
      await rescan(library);
      expect(await getBook(server().admin, other.id, 'Saga 001.cbz')).toMatchObject({ id: book.id });
      expect(await listBooks(server().admin, library.id)).toHaveLength(1);
      const { data } = (
        await server().admin.get<{ data: { id: string; bookCount: number }[] }>('/api/v1/libraries')
      ).body;
      const counts = new Map(data.map(({ id, bookCount }) => [id, bookCount]));
      expect([counts.get(library.id), counts.get(other.id)]).toEqual([1, 2]);
    });

    test('stays with the first of two copies', async () => {
      const { library, book } = await aReadBook('copied');
      writeFiles(library.folder, { 'Copies/Saga 001.cbz': await makeCbz({ mark: 'copied' }) });
      await rescan(library);
      const books = await listBooks(server().admin, library.id);
      expect(books).toHaveLength(3);
      expect(books.find(({ id }) => id === book.id)?.path).toContain('Saga/Saga 001.cbz');
    });

    test('is kept when a library is removed and added again', async () => {
      const { library, book } = await aReadBook('library');
      expect((await server().admin.delete(`/api/v1/libraries/${library.id}`)).status).toBe(204);
      expect((await server().reader.get(`/api/v1/books/${book.id}`)).status).toBe(404);
      const softDelete = async () => {
        const { data } = (
          await server().admin.get<{ data: { type: string; status: string }[] }>('/api/v1/tasks')
        ).body;
        return data.every(({ type, status }) => type !== 'scanning.put_away' || status === 'completed');
      };
      await expect.poll(softDelete).toBe(true);
      const made = await server().admin.post<{ id: string }>('/api/v1/libraries', {
        name: 'Again',
        path: library.folder,
      });
      await scan(server(), made.body.id);
      expect(await getBook(server().admin, made.body.id, 'Saga 001.cbz')).toMatchObject({ id: book.id });
      expect(await progressOf(book.id)).toMatchObject({ completed: true });
    });

    test('keeps an edited title and number when the file changes', async () => {
      const { library, book } = await aReadBook('locked');
      await server().admin.patch(`/api/v1/books/${book.id}`, { title: 'Mine', number: 7 });
      await server().admin.patch(`/api/v1/series/${book.seriesId}`, { title: 'My Saga' });
      writeFileSync(
        join(library.folder, 'Saga/Saga 001.cbz'),
        await makeCbz({
          mark: 'locked',
          comicInfo: '<Title>Theirs</Title><Number>1</Number><Series>S</Series>',
        }),
      );
      await rescan(library, 'mode=deep');
      expect(await getBook(server().admin, library.id, 'Saga 001.cbz')).toMatchObject({
        title: 'Mine',
        number: 7,
        seriesName: 'My Saga',
      });
    });

    test('ends when deleted books are purged', async () => {
      const { library, book } = await aReadBook('purged');
      rmSync(join(library.folder, 'Saga/Saga 001.cbz'));
      await rescan(library);
      const purged = await server().admin.delete<{ purged: number }>(
        `/api/v1/libraries/${library.id}/purge-deleted`,
      );
      expect(purged.body).toEqual({ purged: 1 });
      expect((await server().admin.get(`/api/v1/books/${book.id}`)).status).toBe(404);
      writeFiles(library.folder, { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'purged' }) });
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga 001.cbz')).id).not.toBe(book.id);
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
