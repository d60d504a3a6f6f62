import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadingShares } from '@lectern/contract/reading/reading-sessions';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';

interface Finished {
  data: { finishedAt: string; book: BookDto }[];
  total: number;
}
interface ServerStats {
  userCount: number;
  readerCount: number;
  buckets: { start: string; seconds: number }[];
  totals: { seconds: number; sessions: number; pagesRead: number; booksFinished: number };
}

onBothDatabases(
  'shares of the reading statistics',
  (server) => {
    let books: Record<'saga' | 'sagaTwo' | 'bone' | 'novel', BookDto>;
    const span = 'from=2026-01-01&to=2026-01-31';
    const at = (day: number, minute = 0) => new Date(Date.UTC(2026, 0, day, 12, minute)).toISOString();
    const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

    beforeAll(async () => {
      const comic = (number: number, people: string) =>
        makeCbz({
          mark: `saga ${number}`,
          pages: 4,
          comicInfo: `<Series>Saga</Series><Number>${number}</Number><Genre>Space, Drama</Genre>${people}`,
        });
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await comic(1, '<Writer>Ann Author</Writer><Inker>Ira Inker</Inker>'),
        'Saga/2.cbz': await comic(2, '<Writer>Bob Author</Writer><Letterer>Ann Author</Letterer>'),
        'Novel/Novel.epub': makeEpub(),
      });
      const second = await addScannedLibrary(server(), {
        'Bone/1.cbz': await makeCbz({ mark: 'bone', pages: 4, comicInfo: '<Genre>Space</Genre>' }),
      });
      const found = [
        ...(await listBooks(server().admin, library.id)),
        ...(await listBooks(server().admin, second.id)),
      ];
      const of = (path: string) => {
        const book = found.find((one) => one.path.endsWith(path));
        if (!book) throw new Error(`No ${path}`);
        return book;
      };
      books = {
        saga: of('Saga/1.cbz'),
        sagaTwo: of('Saga/2.cbz'),
        bone: of('Bone/1.cbz'),
        novel: of('Novel.epub'),
      };
    });

    async function aReader() {
      const me = await signIn(server());
      const read = (sessions: [book: BookDto, day: number, minutes: number][]) =>
        me.post('/api/v1/reading-sessions', {
          sessions: sessions.map(([book, day, minutes], i) => ({
            id: id(i),
            bookId: book.id,
            startedAt: at(day),
            endedAt: at(day, minutes),
            pagesRead: minutes,
          })),
        });
      const finish = (book: BookDto, day: number) =>
        me.put(`/api/v1/books/${book.id}/progress`, { currentPage: book.pageCount, readAt: at(day) });
      return {
        ...me,
        read,
        finish,
        shares: async (query = span) =>
          (await me.get<ReadingShares>(`/api/v1/reading-stats/shares?${query}`)).body,
        finished: async (query = span) =>
          (await me.get<Finished>(`/api/v1/reading-stats/finished-books?${query}`)).body,
      };
    }

    const named = (list: { name: string; seconds: number; bookCount: number }[]) =>
      list.map(({ name, seconds, bookCount }) => [name, seconds / 60, bookCount]);

    test('add up by genre, author and format, most reading time first', async () => {
      const { read, finish, shares } = await aReader();
      await read([
        [books.saga, 2, 10],
        [books.saga, 3, 5],
        [books.sagaTwo, 4, 20],
        [books.bone, 5, 30],
      ]);
      await finish(books.saga, 6);
      await finish(books.novel, 7);
      const found = await shares();
      expect(found.bookCount).toBe(4);
      expect(named(found.genres)).toEqual([
        ['Space', 65, 3],
        ['Drama', 35, 2],
      ]);
      // Neither inkers nor letterers.
      expect(named(found.authors).slice(0, 2)).toEqual([
        ['Bob Author', 20, 1],
        ['Ann Author', 15, 1],
      ]);
      expect(found.authors[1]).toMatchObject({ pagesRead: 15, booksFinished: 1 });
      expect(found.formats).toEqual([
        { format: 'cbz', seconds: 65 * 60, pagesRead: 65, bookCount: 3, booksFinished: 1 },
        { format: 'epub', seconds: 0, pagesRead: 0, bookCount: 1, booksFinished: 1 },
      ]);
      expect((await shares('from=2026-02-01&to=2026-02-02')).bookCount).toBe(0);
    });

    test('list finished books once, the last first, on the days of a time zone', async () => {
      const { finish, finished, put, get } = await aReader();
      await finish(books.saga, 2);
      await finish(books.bone, 3);
      await put(`/api/v1/books/${books.saga.id}/progress`, { currentPage: 1, readAt: at(10) });
      await finish(books.saga, 11);
      await put(`/api/v1/books/${books.novel.id}/progress`, {
        currentPage: books.novel.pageCount,
        readAt: '2026-01-31T23:30:00Z',
      });
      const list = async (query: string) => (await finished(query)).data.map(({ book }) => book.id);
      expect(await list(span)).toEqual([books.novel.id, books.saga.id, books.bone.id]);
      expect(await list(`${span}&timezone=Europe/Berlin`)).toEqual([books.saga.id, books.bone.id]);
      const second = await finished(`${span}&page=2&pageSize=1`);
      expect([second.total, second.data[0]?.finishedAt]).toEqual([3, at(11)]);
      const { body } = await get<{ firstDay: string | null }>(`/api/v1/reading-stats?${span}`);
      expect(body.firstDay).toBe('2026-01-02');
      const before = await get<{ firstDay: string | null }>('/api/v1/reading-stats?to=2026-01-01');
      expect(before.body.firstDay).toBeNull();
    });

    test('omit books that the user can no longer see', async () => {
      const { read, finish, shares, finished, userId } = await aReader();
      await read([
        [books.saga, 2, 10],
        [books.bone, 3, 30],
      ]);
      for (const book of [books.saga, books.bone]) await finish(book, 4);
      const limit = (part: object) => server().admin.put(`/api/v1/users/${userId}/restrictions`, part);
      await limit({ sharedLibraryIds: [books.saga.libraryId] });
      expect(named((await shares()).genres)).toEqual([
        ['Drama', 10, 1],
        ['Space', 10, 1],
      ]);
      expect(await finished()).toMatchObject({ total: 1, data: [{ book: { id: books.saga.id } }] });
      await limit({ sharedLibraryIds: [], maxAgeRating: 6, allowUnrated: false });
      expect(await shares()).toMatchObject({ bookCount: 0, genres: [], authors: [], formats: [] });
      expect((await finished()).total).toBe(0);
    });

    test('of the server count the visible books of all users, only for administrators', async () => {
      const days = 'from=2026-01-20&to=2026-01-21';
      const one = await aReader();
      const two = await aReader();
      await one.read([[books.saga, 20, 10]]);
      await two.read([
        [books.saga, 20, 20],
        [books.bone, 21, 30],
      ]);
      await two.finish(books.bone, 21);
      const path = `/api/v1/reading-stats/server?${days}`;
      expect((await one.get(path)).status).toBe(403);
      const { body } = await server().admin.get<ServerStats>(path);
      expect(body.readerCount).toBe(2);
      expect(body.userCount).toBeGreaterThan(2);
      expect(body.buckets.map(({ start, seconds }) => [start, seconds / 60])).toEqual([
        ['2026-01-20', 30],
        ['2026-01-21', 30],
      ]);
      expect(body.totals).toEqual({ seconds: 3_600, sessions: 3, pagesRead: 60, booksFinished: 1 });
      const limited = await signIn(server(), { permissions: ['system:health'] });
      const limit = (part: object) =>
        server().admin.put(`/api/v1/users/${limited.userId}/restrictions`, part);
      await limit({ sharedLibraryIds: [books.bone.libraryId] });
      expect((await limited.get<ServerStats>(path)).body).toMatchObject({
        readerCount: 1,
        totals: { sessions: 1, booksFinished: 1 },
      });
      await limit({ sharedLibraryIds: [], maxAgeRating: 6, allowUnrated: false });
      expect((await limited.get<ServerStats>(path)).body).toMatchObject({
        readerCount: 0,
        totals: { sessions: 0, booksFinished: 0 },
      });
    });
  },
  { withTasks: true },
);
