import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { HistoryEntry } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../../test/conditions/random.ts';
import { addScannedLibrary, listBooks, type TestLibrary } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

type Written = ReadProgress & { applied: boolean };

onBothDatabases(
  'reading progress',
  (server) => {
    let library: TestLibrary;
    let books: BookDto[];
    let me: SignedIn;
    const pathOf = (book: BookDto | undefined) => `/api/v1/books/${book?.id}/progress`;
    const fresh = async () => {
      me = await signIn(server());
      return me;
    };
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();

    beforeAll(async () => {
      library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: '1', pages: 10 }),
        'Saga/2.cbz': await makeCbz({ mark: '2', pages: 10 }),
        'Bone/1.cbz': await makeCbz({ mark: '3', pages: 4 }),
      });
      books = (await listBooks(server().admin, library.id)).sort((a, b) => a.path.localeCompare(b.path));
    });

    test('accepts page, percentage or locator, and derives the other two', async () => {
      const { put, get } = await fresh();
      const path = pathOf(books[1]);
      expect((await get(path)).status).toBe(404);
      expect((await get(`${path}?optional`)).status).toBe(204);
      const byPage = await put<Written>(path, { currentPage: 5 });
      expect(byPage.body).toMatchObject({
        currentPage: 5,
        progressPercentage: 0.5,
        completed: false,
        applied: true,
      });
      const byShare = await put<Written>(path, { progressPercentage: 0.71 });
      expect(byShare.body).toMatchObject({ currentPage: 8, progressPercentage: 0.71 });
      const locator = {
        href: 'c.xhtml',
        type: 'text/html',
        locations: { position: 3, totalProgression: 0.25 },
      };
      const byLocator = await put<Written>(path, { locator });
      expect(byLocator.body).toMatchObject({ currentPage: 3, progressPercentage: 0.25, locator });
      const done = await put<Written>(path, { currentPage: 10 });
      expect(done.body).toMatchObject({ completed: true, progressPercentage: 1 });
      expect(done.body.completedAt).not.toBeNull();
      const { applied: _, ...shown } = done.body;
      expect((await get<ReadProgress>(path)).body).toEqual(shown);
      expect(
        (await me.get<{ book: BookDto }>(`/api/v1/books/${books[1]?.id}`)).body.book.readProgress,
      ).toEqual(shown);
      const again = await put<Written>(path, { currentPage: 2 });
      expect(again.body).toMatchObject({ completed: false, completedAt: null, currentPage: 2 });
      expect((await put<Written>(path, { completed: true })).body).toMatchObject({
        completed: true,
        currentPage: 10,
      });
    });

    test.each([
      [{}, 400],
      [{ currentPage: 0 }, 400],
      [{ currentPage: 11 }, 400],
      [{ currentPage: 1.5 }, 400],
      [{ currentPage: 5e9 }, 400],
      [{ progressPercentage: 1.1 }, 400],
      [{ locator: { locations: {} } }, 400],
      [{ currentPage: 1, readAt: 'yesterday' }, 400],
      [{ currentPage: 10 }, 200],
      [{ currentPage: 1, readAt: '2999-01-01T00:00:00Z' }, 200],
    ])('%j answers %i', async (body, status) => {
      const { put } = await fresh();
      expect((await put(pathOf(books[1]), body)).status).toBe(status);
    });

    test('a time in the future counts as now', async () => {
      const { put } = await fresh();
      const { body } = await put<Written>(pathOf(books[1]), {
        currentPage: 2,
        readAt: '2999-01-01T00:00:00Z',
      });
      expect(Date.parse(body.updatedAt)).toBeLessThanOrEqual(Date.now());
    });

    test('readings of a device whose clock is days off are dated by their age', async () => {
      const { put, get } = await fresh();
      const path = pathOf(books[1]);
      const day = 24 * 60 * 60_000;
      const ago = (ms: number, offMs = 0) => new Date(Date.now() - ms + offMs).toISOString();
      await put(path, { currentPage: 6, readAt: ago(60_000), deviceId: 'right' });
      for (const offMs of [-3 * day, 3 * day]) {
        const by = { deviceId: `off by ${offMs}`, sentAt: ago(0, offMs) };
        // A reading from two minutes ago is older than the known one.
        const late = await put<Written>(path, { currentPage: 2, readAt: ago(120_000, offMs), ...by });
        expect(late.body).toMatchObject({ applied: false, currentPage: 6 });
      }
      for (const [currentPage, offMs] of [
        [7, -3 * day],
        [8, 3 * day],
      ] as const) {
        const by = { deviceId: `later, off by ${offMs}`, sentAt: ago(0, offMs) };
        const newer = { currentPage, readAt: ago(40_000 - currentPage * 1_000, offMs), ...by };
        const { body } = await put<Written>(path, newer);
        expect(body).toMatchObject({ applied: true, currentPage });
        const offByMs = Date.parse(body.updatedAt) - (Date.now() - (40_000 - currentPage * 1_000));
        expect(Math.abs(offByMs)).toBeLessThan(20_000);
        // The same reading again.
        await put(path, { ...newer, sentAt: ago(0, offMs) });
      }
      const { body } = await get<{ data: HistoryEntry[] }>(`/api/v1/books/${books[1]?.id}/read-history`);
      expect(body.data.map(({ currentPage }) => currentPage).sort()).toEqual([2, 2, 6, 7, 8].sort());
      // Extreme clocks do not produce extreme times.
      const absurd = { readAt: '0001-01-01T00:00:00Z', sentAt: '9999-12-31T00:00:00Z' };
      expect((await put<Written>(path, { currentPage: 1, ...absurd })).body).toMatchObject({
        applied: false,
      });
    });

    test('the newest reading wins, and an older one is kept in the history', async () => {
      const { put, get } = await fresh();
      const path = pathOf(books[1]);
      await put(path, { currentPage: 7, readAt: at(30), deviceId: 'phone' });
      const late = await put<Written>(path, {
        currentPage: 3,
        readAt: at(10),
        deviceId: 'reader',
        deviceName: 'Kobo',
      });
      expect(late.status).toBe(200);
      expect(late.body).toMatchObject({ applied: false, currentPage: 7, updatedAt: at(30) });
      const history = await get<{ data: HistoryEntry[] }>(`/api/v1/books/${books[1]?.id}/read-history`);
      expect(history.body.data.map(({ currentPage, deviceId }) => [currentPage, deviceId])).toEqual([
        [7, 'phone'],
        [3, 'reader'],
      ]);
    });

    test('two devices in any order: the newest reading wins and none is lost', {
      timeout: 30_000,
    }, async () => {
      const random = createRandom(3);
      for (let round = 0; round < 8; round++) {
        const { put, get } = await fresh();
        const readings = Array.from({ length: 8 }, (_, i) => ({
          currentPage: 1 + Math.floor(random() * 9),
          readAt: at(i * 11),
          deviceId: i % 2 === 0 ? 'a' : 'b',
        }));
        const order = readings.map((one) => ({ one, key: random() })).sort((a, b) => a.key - b.key);
        const isParallel = round % 2 === 0;
        if (isParallel) await Promise.all(order.map(({ one }) => put(pathOf(books[1]), one)));
        else for (const { one } of order) await put(pathOf(books[1]), one);
        const { body } = await get<ReadProgress>(pathOf(books[1]));
        expect(body).toMatchObject({ currentPage: readings.at(-1)?.currentPage, updatedAt: at(77) });
        const history = await get<{ data: HistoryEntry[] }>(`/api/v1/books/${books[1]?.id}/read-history`);
        const recorded = new Set(
          history.body.data.map(({ readAt, currentPage }) => `${readAt} ${currentPage}`),
        );
        // Forward steps on one device within minutes are one entry; these are at least eleven minutes apart.
        for (const { readAt, currentPage } of readings)
          expect(recorded).toContain(`${readAt} ${currentPage}`);
      }
    });

    test('counts concurrent writes and marks in one series correctly', async () => {
      const { put, post, get } = await fresh();
      const one = books[1];
      const two = books[2];
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all([
          put(pathOf(one), { currentPage: 2 + round }),
          put(pathOf(two), { currentPage: 2 + round }),
          post(`/api/v1/books/${one?.id}/${round % 2 === 0 ? 'read' : 'unread'}`),
          post('/api/v1/books/bulk/read', { ids: [two?.id] }),
          put(pathOf(two), { currentPage: 3 + round }),
        ]);
        expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true));
      }
      await post(`/api/v1/series/${one?.seriesId}/read`);
      const { body } = await get<Series>(`/api/v1/series/${one?.seriesId}`);
      expect([body.unreadCount, body.inProgressCount]).toEqual([0, 0]);
    });

    test('counts a random sequence of changes in a series correctly', async () => {
      const { get, put, post, delete: remove } = await fresh();
      const random = createRandom(11);
      const own = [books[1], books[2]];
      for (let step = 0; step < 60; step++) {
        const book = own[Math.floor(random() * 2)];
        const actions = [
          () => put(pathOf(book), { currentPage: 1 + Math.floor(random() * 10) }),
          () => put(pathOf(book), { completed: random() < 0.5 }),
          () => put(pathOf(book), { currentPage: 3, readAt: at(1) }),
          () => post(`/api/v1/books/${book?.id}/${random() < 0.5 ? 'read' : 'unread'}`),
          () => remove(pathOf(book)),
        ];
        await actions[Math.floor(random() * actions.length)]?.();
        const { data } = (await get<{ data: ReadProgress[] }>('/api/v1/progress')).body;
        const { body } = await get<Series>(`/api/v1/series/${book?.seriesId}`);
        const finished = data.filter(({ completed }) => completed).length;
        expect([step, body.unreadCount, body.inProgressCount]).toEqual([
          step,
          2 - finished,
          data.length - finished,
        ]);
        for (const [shelf, total] of [
          ['in-progress', data.length - finished],
          ['recently-read', data.length],
        ] as const) {
          const shown = (await get<{ data: object[]; total: number }>(`/api/v1/books/${shelf}`)).body;
          expect([shelf, shown.total, shown.data.length]).toEqual([shelf, total, total]);
        }
      }
    });

    test('an older reading also loses against a later one of the same position', async () => {
      const { put } = await fresh();
      await put(pathOf(books[1]), { currentPage: 4, readAt: at(10) });
      await put(pathOf(books[1]), { currentPage: 4, readAt: at(30) });
      const late = await put<Written>(pathOf(books[1]), { currentPage: 9, readAt: at(20) });
      expect(late.body).toMatchObject({ applied: false, currentPage: 4, updatedAt: at(30) });
    });

    test('counts for the series, only for this user', async () => {
      const { put, get, post } = await fresh();
      const seriesId = books[1]?.seriesId;
      const counts = async (who = get) => {
        const { body } = await who<Series>(`/api/v1/series/${seriesId}`);
        return [body.unreadCount, body.inProgressCount];
      };
      await put(pathOf(books[1]), { currentPage: 5 });
      expect(await counts()).toEqual([2, 1]);
      await put(pathOf(books[1]), { currentPage: 10 });
      expect(await counts()).toEqual([1, 0]);
      const onDeck = await get<{ data: BookDto[] }>('/api/v1/books/on-deck');
      expect(onDeck.body.data.map(({ id }) => id)).toEqual([books[2]?.id]);
      await post(`/api/v1/series/${seriesId}/read`);
      expect(await counts()).toEqual([0, 0]);
      expect(await counts(server().admin.get)).toEqual([2, 0]);
      expect((await me.delete(pathOf(books[1]))).status).toBe(204);
      expect((await me.delete(pathOf(books[1]))).status).toBe(204);
      expect(await counts()).toEqual([1, 0]);
      const history = await get<{ total: number }>(`/api/v1/books/${books[1]?.id}/read-history`);
      expect(history.body.total).toBeGreaterThan(0);
      await me.delete(`/api/v1/books/${books[1]?.id}/read-history`);
      const forgotten = await get<{ total: number }>(`/api/v1/books/${books[1]?.id}/read-history`);
      expect(forgotten.body.total).toBe(0);
    });

    test('lists progress, newest first, by time and by completion', async () => {
      const { put, get } = await fresh();
      await put(pathOf(books[1]), { currentPage: 2, readAt: at(1) });
      await put(pathOf(books[0]), { currentPage: 4, readAt: at(2) });
      const ids = async (query: string) =>
        (await get<{ data: ReadProgress[] }>(`/api/v1/progress?${query}`)).body.data.map(
          ({ bookId }) => bookId,
        );
      expect(await ids('')).toEqual([books[0]?.id, books[1]?.id]);
      expect(await ids('completed=true')).toEqual([books[0]?.id]);
      expect(await ids(`since=${at(2)}`)).toEqual([books[0]?.id]);
    });

    test('as a Readium document: 204 without progress, 409 for an older one, always with a locator', async () => {
      const { put, get } = await fresh();
      const path = `/api/v1/books/${books[1]?.id}/progression`;
      expect((await get(path)).status).toBe(204);
      await put(pathOf(books[1]), { currentPage: 5, readAt: at(5), deviceId: 'd', deviceName: 'Device' });
      const { body, headers } = await get<{ modified: string; locator: { href: string } }>(path);
      expect(body).toMatchObject({
        modified: at(5),
        device: { id: 'd', name: 'Device' },
        locator: { href: 'pages/5', locations: { position: 5, totalProgression: 0.4 } },
      });
      expect(headers.get('content-type')).toMatch(/^application\/vnd\.readium\.progression\+json/);
      const document = {
        modified: at(6),
        device: { id: 'x', name: 'X' },
        locator: { href: 'pages/9', type: 'image/jpeg', locations: { totalProgression: 0.9 } },
      };
      expect((await put(path, document)).status).toBe(204);
      expect((await put(path, { ...document, modified: at(4), locator: { href: 'pages/2' } })).status).toBe(
        409,
      );
      expect((await get<ReadProgress>(pathOf(books[1]))).body).toMatchObject({
        progressPercentage: 0.9,
        currentPage: 9,
      });
    });

    test('an API key without progress:write can read but not write', async () => {
      await fresh();
      const made = await me.post<{ key: string }>('/api/v1/api-keys', {
        name: 'look',
        permissions: ['books:read'],
      });
      const key = me.as({ authorization: '', 'x-api-key': made.body.key });
      expect((await key.put(pathOf(books[1]), { currentPage: 1 })).status).toBe(403);
      expect((await key.get(pathOf(books[1]))).status).toBe(404);
    });
  },
  { withTasks: true },
);
