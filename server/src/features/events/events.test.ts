import type { BookDto } from '@lectern/contract/books';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { bearer, type EventStream, openEvents } from '../../../test/harness/event-stream.ts';
import {
  addLibrary,
  addScannedLibrary,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../test/harness/library.ts';
import {
  onBothDatabases,
  startSecondServer,
  startTestServer,
  type TestServer,
} from '../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../test/harness/sign-in.ts';
import { makeCbz, writeFiles } from '../../../test/makers/books.ts';

const times = { heartbeatMs: 100, checkMs: 50, windowMs: 20 };
const numberOf = (id: string) => Number.parseInt(id, 10);

onBothDatabases(
  'the event stream',
  (server) => {
    let library: TestLibrary;
    let books: BookDto[];
    beforeAll(async () => {
      library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'e1', pages: 4 }),
        'Bone/1.cbz': await makeCbz({
          mark: 'e2',
          pages: 4,
          comicInfo: '<AgeRating>Adults Only 18+</AgeRating>',
        }),
      });
      books = await listBooks(server().admin, library.id);
    });
    const open = (who: SignedIn, query = '', headers: Record<string, string> = {}): Promise<EventStream> =>
      openEvents(server().url, { query, headers: { ...bearer(who), ...headers } });
    const bookOf = (name: string) => {
      const book = books.find(({ seriesName }) => seriesName === name);
      if (!book) throw new Error('No book');
      return book;
    };
    const rename = (title: string, name = 'Saga') =>
      server().admin.patch(`/api/v1/books/${bookOf(name).id}/metadata`, { title });

    test('tells of a change with type, time and ids, under growing ids', async () => {
      const stream = await open(server().reader);
      expect(stream.status).toBe(200);
      expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
      await rename('One');
      const event = await stream.waitFor(({ type }) => type === 'book_updated');
      const { id, seriesId, libraryId } = bookOf('Saga');
      expect(event.data).toMatchObject({ type: 'book_updated', bookId: id, seriesId, libraryId });
      expect(event.data.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await rename('Two');
      await vi.waitUntil(() => stream.events.filter(({ type }) => type === 'book_updated').length >= 2);
      const numbers = stream.events.map(({ id }) => numberOf(id));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      stream.close();
    });

    test('needs a caller, and types that it knows', async () => {
      expect((await server().get('/api/v1/events')).status).toBe(401);
      expect((await server().reader.get('/api/v1/events?types=nonsense')).status).toBe(400);
    });

    test('sends only the types that are asked for', async () => {
      const stream = await open(server().reader, 'types=collection_created,collection_deleted');
      await rename('Three');
      const { body } = await server().admin.post<{ id: string }>('/api/v1/collections', { name: 'Told' });
      await stream.waitFor(
        ({ type, data }) => type === 'collection_created' && data.collectionId === body.id,
      );
      await server().admin.delete(`/api/v1/collections/${body.id}`);
      await stream.waitFor(({ type }) => type === 'collection_deleted');
      expect(new Set(stream.events.map(({ type }) => type))).toEqual(
        new Set(['collection_created', 'collection_deleted']),
      );
      stream.close();
    });

    test('continues after the last id, and says resync when it cannot', async () => {
      const first = await open(server().reader);
      await rename('Four');
      const seen = await first.waitFor(({ type }) => type === 'book_updated');
      first.close();
      await rename('Five');
      await rename('Six');
      const again = await open(server().reader, '', { 'last-event-id': seen.id });
      await again.waitFor(({ type, id }) => type === 'book_updated' && numberOf(id) > numberOf(seen.id));
      expect(again.events.every(({ id }) => numberOf(id) > numberOf(seen.id))).toBe(true);
      again.close();
      for (const id of ['1-other', 'nonsense', `${numberOf(seen.id)}-otherprocess`, '99999999999999999-x']) {
        const lost = await open(server().reader, `lastEventId=${id}`);
        const [event] = await Promise.all([lost.waitFor(({ type }) => type === 'resync')]);
        expect(lost.events[0]).toEqual(event);
        lost.close();
      }
    });

    test('sends a comment now and then', async () => {
      const stream = await open(server().reader);
      await vi.waitUntil(() => stream.comments >= 2);
      stream.close();
    });

    test('shows only what the caller may see when it is sent', async () => {
      const child = await signIn(server());
      const stream = await open(child);
      const setLimit = (maxAgeRating: number | null) =>
        server().admin.put(`/api/v1/users/${child.userId}/restrictions`, {
          sharedLibraryIds: [],
          maxAgeRating,
        });
      let turn = 0;
      /** Whether a change to the adult series is told of; the other one's says when to look. */
      const isTold = async (): Promise<boolean> => {
        turn += 1;
        const from = stream.events.length;
        await rename(`Adult ${turn}`, 'Bone');
        await rename(`Saga ${turn}`);
        await vi.waitUntil(() =>
          stream.events.slice(from).some(({ data }) => data.bookId === bookOf('Saga').id),
        );
        return stream.events.slice(from).some(({ data }) => data.seriesId === bookOf('Bone').seriesId);
      };
      expect(await isTold()).toBe(true);
      await setLimit(12);
      await vi.waitUntil(async () => !(await isTold()));
      // Nor is it when what was missed is sent later.
      const last = stream.events.at(-1)?.id ?? '';
      await isTold();
      const replayed = await open(child, `lastEventId=${last}`);
      await replayed.waitFor(({ data }) => data.bookId === bookOf('Saga').id);
      expect(replayed.events.some(({ data }) => data.seriesId === bookOf('Bone').seriesId)).toBe(false);
      await setLimit(null);
      await vi.waitUntil(isTold);
      stream.close();
      replayed.close();
    });

    test('progress is told to its reader alone', async () => {
      const [me, other] = [await signIn(server()), await signIn(server())];
      const [mine, theirs] = [await open(me), await open(other)];
      await me.put(`/api/v1/books/${bookOf('Saga').id}/progress`, { currentPage: 2 });
      const { data } = await mine.waitFor(({ type }) => type === 'progress_updated');
      expect(data).toMatchObject({
        bookId: bookOf('Saga').id,
        progress: { currentPage: 2, userId: me.userId },
      });
      await me.delete(`/api/v1/books/${bookOf('Saga').id}/progress`);
      await mine.waitFor(({ type }) => type === 'progress_deleted');
      await rename('Eight');
      await theirs.waitFor(({ type }) => type === 'book_updated');
      expect(theirs.events.some(({ type }) => type.startsWith('progress'))).toBe(false);
      mine.close();
      theirs.close();
    });

    test('tasks and scans are told of to those who may know', async () => {
      const [reader, admin] = [await open(server().reader), await open(server().admin)];
      writeFiles(library.folder, { 'New/1.cbz': await makeCbz({ mark: 'new' }) });
      await scan(server(), library.id);
      await admin.waitFor(
        ({ type, data }) =>
          type === 'task_progress' && (data.task as { status: string }).status === 'completed',
      );
      const { data } = await reader.waitFor(
        ({ type, data }) => type === 'scan_progress' && data.status === 'completed',
      );
      expect(data).toMatchObject({ libraryId: library.id });
      await reader.waitFor(({ type }) => type === 'series_created');
      await reader.waitFor(({ type }) => type === 'book_created');
      expect(reader.events.some(({ type }) => type === 'task_progress')).toBe(false);
      reader.close();
      admin.close();
    });

    test('case 66: ends when the session is over, the user disabled or the key deleted', async () => {
      const [out, disabled, keyed] = [await signIn(server()), await signIn(server()), await signIn(server())];
      const key = (await keyed.post<{ id: string; key: string }>('/api/v1/api-keys', { name: 'k' })).body;
      const streams = [
        await open(out),
        await open(disabled),
        await openEvents(server().url, { headers: { 'x-api-key': key.key } }),
      ];
      await out.put('/api/v1/user/password', {
        currentPassword: out.password,
        newPassword: 'another password',
      });
      await server().admin.patch(`/api/v1/users/${disabled.userId}`, { isActive: false });
      await keyed.delete(`/api/v1/api-keys/${key.id}`);
      await server().admin.delete(`/api/v1/users/${out.userId}`);
      await vi.waitUntil(() => streams.every(({ isOver }) => isOver), { timeout: 10_000 });
    });

    test('a user has at most twenty streams', async () => {
      const user = await signIn(server());
      const streams = await Promise.all(Array.from({ length: 20 }, () => open(user)));
      const refused = await user.get('/api/v1/events');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      for (const stream of streams) stream.close();
      await vi.waitUntil(async () => {
        const stream = await open(user);
        stream.close();
        return stream.status === 200;
      });
    });
  },
  { withTasks: true, eventTimes: times },
);

describe('many clients', () => {
  test('200 of them during a scan of 2,000 books: in order, nothing untold, memory bounded', {
    timeout: 120_000,
  }, async () => {
    const server = await startTestServer({ withTasks: true });
    try {
      const files: Record<string, Buffer> = {};
      for (let n = 0; n < 2_000; n++)
        files[`Series ${n % 100}/Book ${n}.cbz`] = await makeCbz({ mark: String(n), pages: 1 });
      const library = await addLibrary(server, files);
      const users = await Promise.all(Array.from({ length: 10 }, () => signIn(server)));
      const streams: EventStream[] = [];
      for (const user of users)
        for (let n = 0; n < 20; n++) streams.push(await openEvents(server.url, { headers: bearer(user) }));
      expect(streams.filter(({ status }) => status === 200)).toHaveLength(200);
      const before = process.memoryUsage().heapUsed;
      await scan(server, library.id);
      await Promise.all(
        streams.map((stream) =>
          stream.waitFor(({ type, data }) => type === 'scan_progress' && data.status === 'completed'),
        ),
      );
      // The last changes are told in the window after the scan.
      const books = await listBooks(server.admin, library.id, 'page=4');
      expect(books).toHaveLength(500);
      for (const stream of streams) {
        const numbers = stream.events.map(({ id }) => numberOf(id));
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        expect(new Set(numbers).size).toBe(numbers.length);
        const told = new Set(stream.events.flatMap(({ data }) => [data.bookId, data.seriesId]));
        const isWhole = stream.events.some(
          ({ type, data }) => type === 'resync' || (type === 'library_updated' && data.fields !== undefined),
        );
        expect(isWhole || books.every(({ id, seriesId }) => told.has(id) || told.has(seriesId))).toBe(true);
        expect(stream.events.length).toBeLessThan(2_000);
        expect(stream.isOver).toBe(false);
      }
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
      for (const stream of streams) stream.close();
    } finally {
      await server.stop();
    }
  });

  test('on PostgreSQL what one process does reaches the clients of another', async () => {
    const server: TestServer = await startTestServer({ kind: 'postgres', withTasks: true });
    const second = await startSecondServer(server);
    try {
      const stream = await openEvents(second.url, { headers: bearer(server.reader) });
      const { body } = await server.admin.post<{ id: string }>('/api/v1/collections', { name: 'Far' });
      await stream.waitFor(
        ({ type, data }) => type === 'collection_created' && data.collectionId === body.id,
      );
      const library = await addScannedLibrary(server, { 'Saga/1.cbz': await makeCbz({ mark: 'far' }) });
      await stream.waitFor(({ type, data }) => type === 'book_created' && data.libraryId === library.id);
      // An id of the other process is not known here.
      const [event] = stream.events;
      const other = await openEvents(server.url, {
        query: `lastEventId=${event?.id}`,
        headers: bearer(server.reader),
      });
      await other.waitFor(({ type }) => type === 'resync');
      stream.close();
      other.close();
    } finally {
      await second.stop();
      await server.stop();
    }
  });
});
