import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../../test/conditions/random.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface Figures {
  start?: string;
  seconds: number;
  pagesRead: number;
  sessions: number;
  booksFinished: number;
}

interface Stats {
  buckets: Figures[];
  totals: Figures;
  currentStreakDays: number;
  longestStreakDays: number;
}

interface List {
  data: ReadingSession[];
  total: number;
}

withServer(
  'reading sessions and statistics',
  (server) => {
    let books: BookDto[];
    let other: BookDto | undefined;
    const fresh = () => signIn(server());
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
    const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

    beforeAll(async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 's1', pages: 10 }),
        'Saga/2.cbz': await makeCbz({ mark: 's2', pages: 10 }),
      });
      books = await listBooks(server().admin, library.id);
      const another = await addScannedLibrary(server(), { 'Bone/1.cbz': await makeCbz({ mark: 's3' }) });
      [other] = await listBooks(server().admin, another.id);
    });

    async function aReader() {
      const me = await fresh();
      const bookId = books[0]?.id ?? '';
      return {
        ...me,
        bookId,
        record: (sessions: object[]) =>
          me.post<{ recorded: number; known: number; rejected: object[] }>('/api/v1/reading-sessions', {
            sessions: sessions.map((one, i) => ({ id: id(i), bookId, ...one })),
          }),
        stats: async (query: string) => (await me.get<Stats>(`/api/v1/reading-stats?${query}`)).body,
        list: async (query: string) => (await me.get<List>(`/api/v1/reading-sessions?${query}`)).body,
        write: (body: object) => me.put(`/api/v1/books/${bookId}/progress`, body),
      };
    }

    test('sessions of a device whose clock is days off are dated by their age', async () => {
      const { post, get, bookId } = await aReader();
      const day = 24 * 60 * 60_000;
      const ago = (ms: number, offMs: number) => new Date(Date.now() - ms + offMs).toISOString();
      for (const [n, offMs] of [-3 * day, 3 * day].entries()) {
        const session = { id: id(n), bookId, startedAt: ago(90_000, offMs), endedAt: ago(60_000, offMs) };
        const batch = { sessions: [session], sentAt: ago(0, offMs) };
        expect((await post('/api/v1/reading-sessions', batch)).body).toMatchObject({ recorded: 1 });
        // Sent again, minutes later by the clock of the device.
        const again = { ...batch, sentAt: ago(-300_000, offMs) };
        expect((await post('/api/v1/reading-sessions', again)).body).toMatchObject({ recorded: 0, known: 1 });
      }
      const { body } = await get<List>('/api/v1/reading-sessions');
      expect(body.data.map(({ seconds }) => seconds)).toEqual([30, 30]);
      for (const { endedAt } of body.data) {
        const offByMs = Date.parse(endedAt) - (Date.now() - 60_000);
        expect(Math.abs(offByMs)).toBeLessThan(20_000);
      }
    });

    test('records sessions once, reports invalid ones, and adds them up by day', async () => {
      const { post, get, bookId } = await aReader();
      const sessions = [
        { id: id(1), bookId, startedAt: at(0), endedAt: at(30), pagesRead: 10 },
        {
          id: id(2),
          bookId,
          startedAt: '2026-01-02T23:50:00+01:00',
          endedAt: '2026-01-03T00:10:00+01:00',
          startPage: 1,
          endPage: 4,
        },
        { id: id(3), bookId, startedAt: at(30), endedAt: at(0) },
        { id: id(4), bookId: id(9), startedAt: at(0), endedAt: at(1) },
        { id: id(5), bookId, startedAt: '2020-01-01T00:00:00Z', endedAt: '2020-02-01T00:00:00Z' },
      ];
      const first = await post<{ recorded: number; known: number; rejected: object[] }>(
        '/api/v1/reading-sessions',
        { sessions },
      );
      expect(first.body).toEqual({
        recorded: 2,
        known: 0,
        rejected: [
          { id: id(3), reason: 'ends_before_it_starts' },
          { id: id(4), reason: 'not_found' },
          { id: id(5), reason: 'too_long' },
        ],
      });
      expect((await post<{ known: number }>('/api/v1/reading-sessions', { sessions })).body.known).toBe(2);
      const stats = async (query: string) =>
        (
          await get<{ buckets: object[]; totals: object; longestStreakDays: number }>(
            `/api/v1/reading-stats?${query}`,
          )
        ).body;
      const days = await stats('from=2026-01-01&to=2026-01-03');
      expect(days.buckets).toMatchObject([
        { start: '2026-01-01', seconds: 1800, pagesRead: 10, sessions: 1 },
        { start: '2026-01-02', seconds: 1200, pagesRead: 4, sessions: 1 },
        { start: '2026-01-03', seconds: 0 },
      ]);
      expect(days.longestStreakDays).toBe(2);
      const tokyo = await stats('from=2026-01-01&to=2026-01-03&timezone=Asia/Tokyo');
      expect(tokyo.buckets).toMatchObject([{ sessions: 1 }, { sessions: 0 }, { sessions: 1 }]);
      expect((await stats('from=2026-01-01&to=2026-01-31&granularity=month')).buckets).toHaveLength(1);
      for (const bad of [
        'timezone=Mars/Base',
        'from=2026-02-01&to=2026-01-01',
        'from=x',
        'from=1900-01-01&to=2026-01-01',
        'to=0000-01-10',
      ])
        expect((await get(`/api/v1/reading-stats?${bad}`)).status).toBe(400);
    });

    test('counts overlapping time of two devices once, and every session', async () => {
      const { record, stats } = await aReader();
      const time = (text: string) => `2026-03-${text}Z`;
      await record([
        { deviceId: 'a', startedAt: time('01T10:00:00'), endedAt: time('01T11:00:00'), pagesRead: 10 },
        { deviceId: 'b', startedAt: time('01T10:30:00'), endedAt: time('01T11:30:00'), pagesRead: 20 },
        { deviceId: 'c', startedAt: time('01T10:40:00'), endedAt: time('01T10:50:00'), pagesRead: 1 },
        { deviceId: 'a', startedAt: time('01T23:30:00'), endedAt: time('02T00:45:00'), pagesRead: 5 },
        { deviceId: 'b', startedAt: time('02T00:15:00'), endedAt: time('02T01:00:00'), pagesRead: 5 },
      ]);
      const { buckets, totals } = await stats('from=2026-03-01&to=2026-03-02');
      expect(buckets).toMatchObject([
        { start: '2026-03-01', seconds: 7_200, pagesRead: 36, sessions: 4 },
        { start: '2026-03-02', seconds: 3_600, pagesRead: 5, sessions: 1 },
      ]);
      expect(totals).toMatchObject({ seconds: 10_800, pagesRead: 41, sessions: 5 });
      // A day that starts during a session gets its part of the time, but none of its pages.
      expect((await stats('from=2026-03-02&to=2026-03-02')).totals).toMatchObject({
        seconds: 3_600,
        pagesRead: 5,
        sessions: 1,
      });
      expect((await stats('from=2026-03-01&to=2026-03-01')).totals.seconds).toBe(7_200);
    });

    test('counts finished books from the history, again after rereading, and after later changes', async () => {
      const readings = [
        { currentPage: 10, readAt: '2026-02-01T10:00:00Z' },
        // Paging back from the last page and staying on it do not finish the book again.
        { currentPage: 9, readAt: '2026-02-01T10:01:00Z' },
        { currentPage: 10, readAt: '2026-02-01T10:02:00Z' },
        { currentPage: 10, readAt: '2026-02-01T12:00:00Z' },
        { currentPage: 1, readAt: '2026-02-05T10:00:00Z' },
        { currentPage: 5, readAt: '2026-02-05T10:05:00Z' },
        { currentPage: 10, readAt: '2026-02-05T10:09:00Z' },
      ];
      const random = createRandom(5);
      for (let round = 0; round < 4; round++) {
        const { write, stats, post, delete: remove, bookId } = await aReader();
        const order = round === 0 ? readings : readings.toSorted(() => random() - 0.5);
        for (const reading of order) await write(reading);
        const finished = async () => {
          const { buckets, totals } = await stats('from=2026-02-01&to=2026-02-06');
          return [totals.booksFinished, ...buckets.map(({ booksFinished }) => booksFinished)];
        };
        expect(await finished()).toEqual([2, 1, 0, 0, 0, 1, 0]);
        await post(`/api/v1/books/${bookId}/unread`);
        expect(await finished()).toEqual([2, 1, 0, 0, 0, 1, 0]);
        await post(`/api/v1/books/${bookId}/read`);
        await remove(`/api/v1/books/${bookId}/progress`);
        expect(await finished()).toEqual([2, 1, 0, 0, 0, 1, 0]);
        // Marking a book read is not reading it.
        expect((await stats('')).totals.booksFinished).toBe(0);
      }
    });

    test('counts a book marked read, alone or with its series, only after it is read', async () => {
      const { write, stats, post, bookId } = await aReader();
      const finished = async () => (await stats('')).totals.booksFinished;
      await post(`/api/v1/books/${bookId}/read`);
      await post(`/api/v1/books/${bookId}/unread`);
      await post(`/api/v1/series/${books[0]?.seriesId}/read`);
      expect(await finished()).toBe(0);
      await write({ currentPage: 1 });
      await write({ currentPage: 10 });
      expect(await finished()).toBe(1);
    });

    test('lists, counts and adds up more sessions than a page holds', {
      timeout: 60_000,
    }, async () => {
      const { post, list, stats, bookId } = await aReader();
      const count = 10_050;
      for (let begin = 0; begin < count; begin += 500) {
        const sessions = Array.from({ length: Math.min(500, count - begin) }, (_, i) => ({
          id: id(begin + i),
          bookId,
          pagesRead: 1,
          startedAt: at((begin + i) * 10),
          endedAt: at((begin + i) * 10 + 1),
        }));
        expect((await post('/api/v1/reading-sessions', { sessions })).status).toBe(200);
      }
      const last = await list('pageSize=500&page=21');
      expect([last.total, last.data.length, last.data.at(-1)?.id]).toEqual([count, 50, id(0)]);
      expect((await list('pageSize=500&page=22')).data).toEqual([]);
      expect((await list(`bookId=${books[1]?.id}`)).total).toBe(0);
      const { totals } = await stats('from=2026-01-01&to=2026-12-31&granularity=month');
      expect(totals).toMatchObject({ sessions: count, pagesRead: count, seconds: count * 60 });
    });

    test('omits sessions of books that the user can no longer see', async () => {
      const { record, list, userId, bookId } = await aReader();
      await record([
        { startedAt: at(0), endedAt: at(1) },
        { startedAt: at(2), endedAt: at(3), bookId: other?.id },
      ]);
      expect((await list('')).data.map((one) => one.bookId)).toEqual([other?.id, bookId]);
      const restricted = await server().admin.put(`/api/v1/users/${userId}/restrictions`, {
        sharedLibraryIds: [books[0]?.libraryId],
      });
      expect(restricted.status).toBe(200);
      const { data, total } = await list('');
      expect([total, data.map((one) => one.bookId)]).toEqual([1, [bookId]]);
    });

    test('rejects more than a thousand periods', async () => {
      const { get } = await aReader();
      for (const [query, status] of [
        ['from=2000-01-01&to=2020-01-01', 400],
        ['from=2000-01-01&to=2020-01-01&granularity=month', 200],
        ['from=2000-01-01&to=2020-01-01&granularity=month&timezone=asia/kathmandu', 200],
      ] as const)
        expect([query, (await get(`/api/v1/reading-stats?${query}`)).status]).toEqual([query, status]);
    });
  },
  { withTasks: true },
);
