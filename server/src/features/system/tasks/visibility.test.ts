// Who may see which tasks, and how much of each.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { bearer, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const secret = 'Zqsecret';

type Name =
  | 'library'
  | 'hiddenLibrary'
  | 'openSeries'
  | 'hiddenSeries'
  | 'openBook'
  | 'hiddenBook'
  | 'own'
  | 'foreign'
  | 'import';

const all: Name[] = [
  'library',
  'hiddenLibrary',
  'openSeries',
  'hiddenSeries',
  'openBook',
  'hiddenBook',
  'own',
  'foreign',
  'import',
];

onBothDatabases(
  'the visibility of tasks',
  (server) => {
    let byTag: SignedIn;
    let byLibrary: SignedIn;
    let subjects: Record<Name, Partial<TaskRow>>;
    let ids: Partial<Record<Name, string>> = {};

    async function insert(database: OpenedDatabase, change: Partial<TaskRow>): Promise<string> {
      const id = newId();
      const row: TaskRow = {
        id,
        type: 'test.run',
        taskKey: id,
        status: 'failed',
        priority: 10,
        params: `{"of":"${secret}"}`,
        progressCurrent: 7,
        progressTotal: 21,
        progressMessage: secret,
        state: null,
        attempts: 1,
        maxAttempts: 1,
        interruptions: 0,
        subject: 'administration',
        lastError: JSON.stringify({ reason: 'task_failed', message: secret }),
        libraryId: null,
        seriesId: null,
        bookId: null,
        userId: null,
        scheduledFor: 1,
        createdAt: 1,
        startedAt: 1,
        completedAt: 2,
        result: `{"of":"${secret}"}`,
        cancelRequested: 0,
        rerunRequested: 0,
        workerId: null,
        leaseUntil: null,
        ...change,
      };
      await database.db.insertInto('task').values(row).execute();
      return id;
    }

    async function makeTasks(change: Partial<TaskRow> = {}): Promise<void> {
      // Retried tasks of an unknown type wait on SQLite and fail on PostgreSQL.
      for (const id of Object.values(ids))
        for (const who of [server().admin, byTag]) await who.post(`/api/v1/tasks/${id}/cancel`);
      const database = await openQuietDatabaseOf(server());
      try {
        await database.db.deleteFrom('task').where('type', 'like', 'test.%').execute();
        ids = {};
        for (const name of all)
          ids[name] = await insert(database, { ...subjects[name], type: `test.${name}`, ...change });
      } finally {
        await database.close();
      }
    }

    beforeAll(async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), {
        'Open/1.cbz': await makeCbz({ mark: 'task open' }),
        'Hidden/1.cbz': await makeCbz({ mark: 'task hidden' }),
      });
      const other = await addScannedLibrary(server(), { 'Away/1.cbz': await makeCbz({ mark: 'task away' }) });
      const series = await listSeries(admin, library.id);
      const books = await listBooks(admin, library.id);
      const seriesOf = (title: string) => series.find((one) => one.title === title)?.id ?? '';
      const bookOf = (title: string) => books.find(({ seriesId }) => seriesId === seriesOf(title))?.id ?? '';
      const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'task tag' });
      await admin.put(`/api/v1/series/${seriesOf('Hidden')}/sharing-tags`, { tagIds: [tag.body.id] });
      byTag = await signIn(server(), { role: 'maintainer', permissions: ['system:health'] });
      byLibrary = await signIn(server(), { role: 'maintainer', permissions: ['system:health'] });
      await admin.put(`/api/v1/users/${byTag.userId}/restrictions`, {
        sharedLibraryIds: [library.id],
        sharingTags: [{ tagId: tag.body.id, access: 'deny' }],
      });
      await admin.put(`/api/v1/users/${byLibrary.userId}/restrictions`, { sharedLibraryIds: [library.id] });
      const ofSeries = (title: string) =>
        ({ subject: 'series', libraryId: library.id, seriesId: seriesOf(title) }) as const;
      const ofBook = (title: string) =>
        ({ subject: 'book', libraryId: library.id, bookId: bookOf(title) }) as const;
      subjects = {
        library: { subject: 'library', libraryId: library.id },
        hiddenLibrary: { subject: 'library', libraryId: other.id },
        openSeries: ofSeries('Open'),
        hiddenSeries: ofSeries('Hidden'),
        openBook: ofBook('Open'),
        hiddenBook: ofBook('Hidden'),
        own: { subject: 'user', userId: byTag.userId },
        foreign: { subject: 'user', userId: admin.userId },
        import: { subject: 'administration' },
      };
    });

    /** Names of the tasks in each kind of response. */
    async function see(who: SignedIn) {
      const { data } = (await who.get<{ data: TaskDto[] }>('/api/v1/tasks?pageSize=500')).body;
      const found = await Promise.all(all.map((name) => who.get(`/api/v1/tasks/${ids[name]}`)));
      const toNames = (types: readonly string[]) => all.filter((name) => types.includes(`test.${name}`));
      const stats = (await who.get<{ byType: { type: string }[] }>('/api/v1/tasks/stats')).body.byType;
      const metrics = (await who.get<{ types: { type: string }[] }>('/api/v1/metrics/tasks')).body.types;
      const text = (await who.get('/metrics')).bytes.toString();
      return {
        list: toNames(data.map(({ type }) => type)),
        get: all.filter((_, i) => found[i]?.status === 200),
        stats: toNames(stats.map(({ type }) => type)),
        metrics: toNames(metrics.map(({ type }) => type)),
        text: all.filter((name) => text.includes(`"test.${name}"`)),
      };
    }
    const everywhere = (names: readonly Name[]) => ({
      list: names,
      get: names,
      stats: names,
      metrics: names,
      text: names,
    });
    const ofTag: Name[] = ['library', 'openSeries', 'openBook', 'own'];
    const ofLibrary: Name[] = ['library', 'openSeries', 'hiddenSeries', 'openBook', 'hiddenBook'];

    test('list, get, stats and metrics show a maintainer the tasks of visible items', async () => {
      await makeTasks();
      expect(await see(byTag)).toEqual(everywhere(ofTag));
      expect(await see(byLibrary)).toEqual(everywhere(ofLibrary));
    });

    test('an administrator sees all tasks except those of other users', async () => {
      await makeTasks();
      expect(await see(server().admin)).toEqual(everywhere(all.filter((name) => name !== 'own')));
    });

    test('an API key of an administrator sees tasks of the administration only with `system:admin`', async () => {
      await makeTasks();
      const listWith = async (...permissions: string[]) => {
        const { key } = await makeKey(server().admin, { permissions });
        const client = server().as({ 'x-api-key': key });
        const { data } = (await client.get<{ data: TaskDto[] }>('/api/v1/tasks?type=test.import')).body;
        return data.length;
      };
      expect(await listWith('tasks:read')).toBe(0);
      expect(await listWith('tasks:read', 'system:admin')).toBe(1);
    });

    test('a task of a library is shown in part to a viewer who sees a part of the library', async () => {
      await makeTasks();
      const { body, bytes } = await byTag.get<TaskDto>(`/api/v1/tasks/${ids.library}`);
      expect(bytes.toString()).not.toContain(secret);
      expect(body).toMatchObject({
        status: 'failed',
        params: {},
        result: null,
        failure: { reason: 'task_failed' },
        progress: { current: 33, total: 100, message: null },
      });
      const list = await byTag.get('/api/v1/tasks?type=test.library');
      expect(list.bytes.toString()).not.toContain(secret);
      const whole = await byLibrary.get<TaskDto>(`/api/v1/tasks/${ids.library}`);
      expect(whole.body).toMatchObject({ params: { of: secret }, result: { of: secret } });
    });

    test('names the book or series of a failure for viewers who see it', async () => {
      const titleOf = async ({ bookId }: Partial<TaskRow>) =>
        (await server().admin.get<{ book: BookDto }>(`/api/v1/books/${bookId}`)).body.book.title;
      const cases = [
        { owner: { bookId: subjects.hiddenBook.bookId }, title: await titleOf(subjects.hiddenBook) },
        { owner: { seriesId: subjects.hiddenSeries.seriesId }, title: 'Hidden' },
      ];
      const path = () => `/api/v1/tasks/${ids.openSeries}`;
      const store = (owner: object) =>
        makeTasks({
          result: JSON.stringify({ failed: 1, failure: { ...owner, reason: 'upload_exists', params: {} } }),
        });
      const toNamed = (owner: object, title: string) => ({
        failed: 1,
        failure: {
          ...owner,
          reason: 'upload_exists',
          params: { path: title },
          message: `${title} already exists.`,
        },
      });
      for (const { owner, title } of cases) {
        await store(owner);
        expect((await byTag.get<TaskDto>(path())).body.result).toEqual({ failed: 1 });
        const { data } = (await byTag.get<{ data: TaskDto[] }>('/api/v1/tasks?type=test.openSeries')).body;
        expect(data.map(({ result }) => result)).toEqual([{ failed: 1 }]);
        for (const who of [byLibrary, server().admin])
          expect((await who.get<TaskDto>(path())).body.result).toEqual(toNamed(owner, title));
      }
      const owner = { bookId: subjects.openBook.bookId };
      await store(owner);
      expect((await byTag.get<TaskDto>(path())).body.result).toEqual(
        toNamed(owner, await titleOf(subjects.openBook)),
      );
    });

    test('hides names in the failure of a visible task from a viewer with hidden books', async () => {
      const named = {
        reason: 'upload_exists',
        params: { path: secret },
        message: `${secret} already exists.`,
      };
      const plain = { reason: 'library_removed', message: 'The library was removed.' };
      for (const [stored, shown] of [
        [named, 'task_failed'],
        [{ reason: 'task_failed', message: `ENOENT: ${secret}` }, 'task_failed'],
        [plain, 'library_removed'],
      ] as const) {
        await makeTasks({
          lastError: JSON.stringify(stored),
          params: '{}',
          result: null,
          progressMessage: null,
        });
        for (const name of ['openSeries', 'openBook'] as const) {
          const path = `/api/v1/tasks/${ids[name]}`;
          const { body, bytes } = await byTag.get<TaskDto>(path);
          expect([stored, body.failure?.reason]).toEqual([stored, shown]);
          expect(bytes.toString()).not.toContain(secret);
          for (const who of [byLibrary, server().admin])
            expect((await who.get<TaskDto>(path)).body.failure).toEqual(stored);
        }
      }
    });

    test('hidden tasks are not retried', async () => {
      await makeTasks();
      for (const name of all) {
        const { status } = await byTag.post(`/api/v1/tasks/${ids[name]}/retry`);
        expect([name, status]).toEqual([name, ofTag.includes(name) ? 202 : 404]);
      }
    });

    test('hidden tasks are not cancelled', async () => {
      await makeTasks({ status: 'pending', scheduledFor: Date.now() + 1_800_000, completedAt: null });
      const isNative = (name: Name) => name !== 'openBook';
      for (const name of all.filter(isNative)) {
        const { status } = await byTag.post(`/api/v1/tasks/${ids[name]}/cancel`);
        expect([name, status]).toEqual([name, ofTag.includes(name) ? 202 : 404]);
      }
      const cancelled = await byTag.request<number>('DELETE', '/compat/api/v1/tasks');
      expect(cancelled.body).toBe(1);
    });

    test('purging deletes only visible tasks', async () => {
      await makeTasks();
      expect((await byTag.request('DELETE', '/api/v1/tasks/purge?status=failed')).status).toBe(200);
      const left = await see(server().admin);
      expect(left.list).toEqual(['hiddenLibrary', 'hiddenSeries', 'hiddenBook', 'foreign', 'import']);
    });

    test('progress events reach the viewers of a task', async () => {
      await makeTasks();
      const streams = await Promise.all(
        [byTag, byLibrary, server().admin].map((who) =>
          openEvents(server().url, { query: 'types=task_progress', headers: bearer(who) }),
        ),
      );
      for (const name of all)
        await (name === 'own' ? byTag : server().admin).post(`/api/v1/tasks/${ids[name]}/retry`);
      const expected = [ofTag, ofLibrary, all.filter((name) => name !== 'own')];
      for (const [i, stream] of streams.entries()) {
        const seen = () =>
          all.filter((name) =>
            stream.events.some(({ data }) => JSON.stringify(data).includes(`"test.${name}"`)),
          );
        await expect.poll(seen).toEqual(expected[i]);
      }
      expect(
        JSON.stringify(streams[0]?.events.filter(({ data }) => /test\.library/.test(JSON.stringify(data)))),
      ).not.toContain(secret);
      for (const stream of streams) stream.close();
    });
  },
  { withTasks: true, eventTimes: { windowMs: 20 }, environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);
