import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { HistoryEntry } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import { createRandom } from '../../../../test/conditions/random.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

type Written = ReadProgress & { applied: boolean; forgottenAt?: string };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

onBothDatabases(
  'the history of reading',
  (server) => {
    let books: BookDto[];
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

    beforeAll(async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'h1', pages: 10 }),
        'Saga/2.cbz': await makeCbz({ mark: 'h2', pages: 10 }),
      });
      books = await listBooks(server().admin, library.id);
    });

    async function aReader() {
      const me = await signIn(server());
      const book = books[0];
      const bookId = book?.id ?? '';
      const path = `/api/v1/books/${bookId}`;
      return {
        ...me,
        bookId,
        path,
        seriesId: book?.seriesId ?? '',
        write: async (body: object) => (await me.put<Written>(`${path}/progress`, body)).body,
        position: () => me.get<ReadProgress>(`${path}/progress`),
        history: async (pageSize = 500) =>
          (await me.get<{ data: HistoryEntry[]; total: number }>(`${path}/read-history?pageSize=${pageSize}`))
            .body,
      };
    }

    test('keeps a thousand entries per book and drops intermediate steps before completions', async () => {
      const { write, history, post, delete: remove, path, bookId, userId } = await aReader();
      const database = await openQuietDatabaseOf(server());
      const beginMs = Date.parse(at(0));
      const rows = Array.from({ length: 1_000 }, (_, i) => ({
        id: newId(),
        userId,
        bookId,
        deviceId: 'd',
        deviceName: null,
        locator: null,
        page: 1 + (i % 9),
        percentage: 0.1,
        completed: i === 0 ? 1 : 0,
        beganAt: null,
        claimedAt: null,
        marked: 0,
        readAt: beginMs + i * minuteMs,
        recordedAt: beginMs,
      }));
      await database.db.insertInto('readHistory').values(rows.slice(0, 500)).execute();
      await database.db.insertInto('readHistory').values(rows.slice(500)).execute();
      for (const change of [
        () => write({ currentPage: 3 }),
        () => post(`${path}/read`),
        () => post('/api/v1/books/bulk/unread', { ids: [bookId] }),
        () => post('/api/v1/books/bulk/read', { ids: [bookId] }),
        () => post(`/api/v1/series/${books[0]?.seriesId}/unread`),
        () => write({ currentPage: 5 }),
        () => remove(`${path}/progress`),
      ]) {
        await change();
        expect((await history(1)).total).toBe(1_000);
      }
      const kept = await database.db
        .selectFrom('readHistory')
        .select('readAt')
        .where('userId', '=', userId)
        .where('readAt', '<', beginMs + 8 * minuteMs)
        .execute();
      expect(kept.map(({ readAt }) => readAt)).toEqual([beginMs]);
      await database.close();
    });

    test('records marking a book read, and removing progress', async () => {
      const { post, delete: remove, path, history } = await aReader();
      await post(`${path}/read`);
      await post(`${path}/unread`);
      await post(`${path}/unread`);
      await post('/api/v1/books/bulk/read', { ids: [books[0]?.id] });
      await remove(`${path}/progress`);
      const entries = (await history()).data.map((entry) => [entry.currentPage, entry.completed]);
      expect(entries).toEqual([
        [1, false],
        [10, true],
        [1, false],
        [10, true],
      ]);
    });

    describe.each(['DELETE', 'unread', 'unread of the series', 'unread in bulk'])('after %s', (how) => {
      test('keeps an earlier reading only in the history, and says so in the response', async () => {
        const { write, position, history, post, put, get, path, seriesId, bookId, ...me } = await aReader();
        await write({ currentPage: 7, readAt: at(20) });
        if (how === 'DELETE') await me.delete(`${path}/progress`);
        else if (how === 'unread') await post(`${path}/unread`);
        else if (how === 'unread in bulk') await post('/api/v1/books/bulk/unread', { ids: [bookId] });
        else await post(`/api/v1/series/${seriesId}/unread`);
        const late = await write({ currentPage: 9, readAt: at(40), deviceId: 'late' });
        expect(late).toMatchObject({ applied: false, currentPage: 9 });
        expect(Date.parse(late.forgottenAt ?? '')).toBeGreaterThan(Date.parse(at(40)));
        const document = {
          modified: at(45),
          device: { id: 'x', name: 'X' },
          locator: { href: 'pages/4' },
        };
        expect((await put(`${path}/progression`, document)).status).toBe(409);
        expect((await position()).status).toBe(404);
        expect((await get<{ total: number }>('/api/v1/books/in-progress')).body.total).toBe(0);
        const { body } = await get<Series>(`/api/v1/series/${seriesId}`);
        expect([body.unreadCount, body.inProgressCount]).toEqual([2, 0]);
        expect((await history()).data.map(({ currentPage }) => currentPage)).toEqual([1, 4, 9, 7]);
        const restarted = await write({ currentPage: 2 });
        expect(restarted).toMatchObject({ applied: true, currentPage: 2 });
        expect(restarted).not.toHaveProperty('forgottenAt');
        expect((await position()).body.startedAt).toBe(restarted.updatedAt);
      });
    });

    test('an older reading does not start an unread book that was marked unread', async () => {
      const { write, position, post, path } = await aReader();
      await post(`${path}/unread`);
      expect((await write({ currentPage: 9, readAt: at(40) })).applied).toBe(false);
      expect((await position()).status).toBe(404);
    });

    test('an outbox sent twice and in any order has the same result as once', {
      timeout: 60_000,
    }, async () => {
      const random = createRandom(87);
      for (let round = 0; round < 6; round++) {
        // Two devices that read the same book alternately, back and forth, with steps minutes or hours apart.
        let minutes = 0;
        const readings = Array.from({ length: 14 }, () => {
          minutes += random() < 0.7 ? 1 + Math.floor(random() * 9) : 60;
          const currentPage = 1 + Math.floor(random() * 10);
          return { currentPage, readAt: at(minutes), deviceId: random() < 0.5 ? 'phone' : 'reader' };
        });
        const once = await aReader();
        for (const reading of readings) await once.write(reading);
        const expected = (await once.position()).body;
        const { id: _, userId: __, startedAt: ___, ...position } = expected;
        const again = await aReader();
        for (const reading of readings) await again.write(reading);
        const { data: before } = await again.history();
        for (const reading of [...readings, ...readings.toSorted(() => random() - 0.5)]) {
          expect((await again.write(reading)).updatedAt).toBe(expected.updatedAt);
        }
        expect((await again.history()).data).toEqual(before);
        expect((await again.position()).body).toMatchObject(position);
        const shuffled = await aReader();
        for (const reading of readings.toSorted(() => random() - 0.5)) await shuffled.write(reading);
        expect((await shuffled.position()).body).toMatchObject(position);
      }
    });

    test('clocks that are days off neither win permanently nor lose readings', async () => {
      const { write, position, history } = await aReader();
      const ahead = (minutes: number) => new Date(aheadMs + minutes * minuteMs).toISOString();
      const aheadMs = Date.now() + 3 * dayMs;
      const outbox = [
        { currentPage: 2, readAt: ahead(-40), deviceId: 'ahead' },
        { currentPage: 5, readAt: ahead(-33), deviceId: 'ahead' },
        { currentPage: 8, readAt: ahead(-26), deviceId: 'ahead' },
        { currentPage: 4, readAt: ahead(0), deviceId: 'ahead' },
      ];
      const first = [];
      for (const reading of outbox) first.push(await write(reading));
      expect(first.map(({ applied }) => applied)).toEqual([true, true, true, true]);
      expect(Date.parse(first[3]?.updatedAt ?? '')).toBeLessThanOrEqual(Date.now());
      const done = await write({ currentPage: 10, deviceId: 'right' });
      expect(done).toMatchObject({ applied: true, completed: true });
      const before = await history();
      for (const reading of [...outbox, ...outbox.toReversed()]) {
        expect(await write(reading)).toMatchObject({ applied: false, completed: true, currentPage: 10 });
      }
      const behind = {
        currentPage: 3,
        readAt: new Date(Date.now() - 5 * dayMs).toISOString(),
        deviceId: 'behind',
      };
      expect(await write(behind)).toMatchObject({ applied: false, completed: true });
      expect((await position()).body).toMatchObject({ currentPage: 10, completedAt: done.completedAt });
      expect((await history()).data.map(({ currentPage }) => currentPage).sort()).toEqual(
        [...before.data.map(({ currentPage }) => currentPage), 3].sort(),
      );
      // The next reading of the clock that is ahead is new.
      expect(await write({ currentPage: 1, readAt: ahead(1), deviceId: 'ahead' })).toMatchObject({
        applied: true,
        currentPage: 1,
      });
    });

    test('of two readings with the same time, the one that finished the book wins', async () => {
      const { write } = await aReader();
      await write({ currentPage: 9, readAt: at(1) });
      await write({ currentPage: 10, readAt: at(1) });
      expect(await write({ currentPage: 9, readAt: at(1) })).toMatchObject({
        applied: false,
        completed: true,
      });
      expect(await write({ currentPage: 9, readAt: at(2) })).toMatchObject({
        applied: true,
        completed: false,
      });
    });

    test('records reading sessions once per id, and rejects those in the future', async () => {
      const { post, get, bookId } = await aReader();
      const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
      const fromNow = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
      const sessions = [
        { id: id(1), bookId, startedAt: at(0), endedAt: at(30) },
        { id: id(2), bookId, startedAt: at(10), endedAt: at(40) },
        // A later report of the same session changes nothing.
        { id: id(2), bookId, startedAt: at(10), endedAt: at(400) },
        { id: id(3), bookId, startedAt: fromNow(3 * 24 * 60), endedAt: fromNow(3 * 24 * 60 + 5) },
        { id: id(4), bookId, startedAt: fromNow(-10), endedAt: fromNow(2) },
      ];
      const rejected = [{ id: id(3), reason: 'in_the_future' }];
      const record = async () => (await post<object>('/api/v1/reading-sessions', { sessions })).body;
      expect(await record()).toEqual({ recorded: 3, known: 1, rejected });
      expect(await record()).toEqual({ recorded: 0, known: 4, rejected });
      const { body } = await get<{ totals: object }>('/api/v1/reading-stats?from=2026-01-01&to=2026-01-01');
      expect(body.totals).toMatchObject({ sessions: 2, seconds: 40 * 60 });
    });
  },
  { withTasks: true },
);
