import type { BookDto } from '@lectern/contract/libraries/books';
import { beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { bearer, type EventStream, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { addScannedLibrary, listBooks, scan, type TestLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

const times = { heartbeatMs: 100, checkMs: 50, windowMs: 20 };
const numberOf = (id: string) => Number.parseInt(id, 10);

withServer(
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

    test('reports a change with type, time and ids, with increasing event ids', async () => {
      const stream = await open(server().reader);
      expect(stream.status).toBe(200);
      expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
      await rename('One');
      const event = await stream.waitFor(({ type }) => type === 'book_updated');
      const { id, seriesId, libraryId } = bookOf('Saga');
      expect(event.data).toMatchObject({ type: 'book_updated', bookId: id, seriesId, libraryId });
      expect(event.data.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await rename('Two');
      await until(() => stream.events.filter(({ type }) => type === 'book_updated').length >= 2);
      const numbers = stream.events.map(({ id }) => numberOf(id));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      stream.close();
    });

    test('requires authentication and known types', async () => {
      expect((await server().get('/api/v1/events')).status).toBe(401);
      expect((await server().reader.get('/api/v1/events?types=nonsense')).status).toBe(400);
    });

    test('sends only the requested types', async () => {
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

    test('continues after the last id, or sends resync if it cannot', async () => {
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

    test('regularly sends a comment, and the reconnection time', async () => {
      const stream = await open(server().reader);
      await until(() => stream.comments >= 2);
      expect(stream.retries).toEqual(['3000']);
      stream.close();
    });

    test('answers HEAD with the headers, without opening a stream', async () => {
      const user = await signIn(server());
      for (let n = 0; n < 25; n++) {
        const { status, headers, bytes } = await user.request('HEAD', '/api/v1/events');
        expect([status, headers.get('content-type'), headers.get('cache-control'), bytes.length]).toEqual([
          200,
          'text/event-stream',
          'no-store',
          0,
        ]);
      }
      const stream = await open(user);
      expect(stream.status).toBe(200);
      stream.close();
    });

    /** Opens a stream with an API key that has only these permissions. */
    async function openByKey(...permissions: string[]): Promise<EventStream> {
      const { key } = await makeKey(server().admin, { permissions });
      return openEvents(server().url, { headers: { 'x-api-key': key } });
    }

    test('sends a key only events that it may read', async () => {
      const streams = {
        books: await openByKey('books:read'),
        series: await openByKey('series:read'),
        lists: await openByKey('readlists:read'),
        nothing: await openByKey(),
      };
      await rename(`Told ${Date.now()}`);
      const { id, seriesId } = bookOf('Saga');
      await server().admin.patch(`/api/v1/series/${seriesId}/metadata`, { summary: `Told ${Date.now()}` });
      await server().admin.post('/api/v1/collections', { name: `Told ${Date.now()}` });
      await server().admin.post('/api/v1/readlists', { name: `Told ${Date.now()}` });
      await streams.books.waitFor(({ type, data }) => type === 'book_updated' && data.bookId === id);
      await streams.series.waitFor(
        ({ type, data }) => type === 'series_updated' && data.seriesId === seriesId,
      );
      await streams.lists.waitFor(({ type }) => type === 'readlist_created');
      const typesOf = ({ events }: EventStream) => [...new Set(events.map(({ type }) => type))];
      expect(typesOf(streams.books)).toEqual(['book_updated']);
      expect(typesOf(streams.series)).toEqual(['series_updated']);
      expect(typesOf(streams.lists)).toEqual(['readlist_created']);
      expect(typesOf(streams.nothing)).toEqual([]);
      for (const stream of Object.values(streams)) stream.close();
    });

    test('reports a burst to every key that may read books or series, and to no other', async () => {
      const streams = [await openByKey('series:read'), await openByKey('books:read')];
      const other = await openByKey('readlists:read');
      const files: Record<string, Buffer> = {};
      for (let n = 0; n < 120; n++)
        files[`Burst ${n}/1.cbz`] = await makeCbz({ mark: `burst ${n}`, pages: 1 });
      const many = await addScannedLibrary(server(), files);
      for (const stream of streams)
        await stream.waitFor(
          ({ type, data }) =>
            type === 'library_updated' && data.libraryId === many.id && Array.isArray(data.fields),
        );
      expect(other.events).toEqual([]);
      for (const stream of [...streams, other]) stream.close();
    });

    /** Creates a series with this number of books. */
    async function addLongSeries(count: number): Promise<BookDto[]> {
      const files: Record<string, Buffer> = {};
      for (let n = 0; n < count; n++) {
        const content = `${n} of ${count}`;
        files[`Long ${count}/${n}.cbz`] = makeZip([{ name: 'mark.txt', content, method: 'stored' }]);
      }
      const { id } = await addScannedLibrary(server(), files);
      return listBooks(server().admin, id);
    }

    test('sends single events for positions in many books', async () => {
      const me = await signIn(server());
      const books = await addLongSeries(250);
      const mine = await open(me);
      await me.post(`/api/v1/series/${books[0]?.seriesId}/read`);
      const published = () =>
        new Set(mine.events.filter(({ type }) => type === 'progress_updated').map(({ data }) => data.bookId));
      await expect.poll(() => published().size).toBe(250);
      expect(published()).toEqual(new Set(books.map(({ id }) => id)));
      expect(mine.events.some(({ type }) => type === 'resync')).toBe(false);
      mine.close();
    });

    test('sends resync for positions in very many books, only to their reader', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const mine = await open(me);
      const theirs = await open(other);
      const [book] = await addLongSeries(1_100);
      await me.post(`/api/v1/series/${book?.seriesId}/read`);
      await mine.waitFor(({ type }) => type === 'resync');
      expect(theirs.events.some(({ type }) => type === 'resync')).toBe(false);
      mine.close();
      theirs.close();
    });

    test('shows only what the caller may see at the time of sending', async () => {
      const child = await signIn(server());
      const stream = await open(child);
      const setLimit = (maxAgeRating: number | null) =>
        server().admin.put(`/api/v1/users/${child.userId}/restrictions`, {
          sharedLibraryIds: [],
          maxAgeRating,
          allowUnrated: true,
        });
      let turn = 0;
      /**
       * Returns whether a change of the adult series is received. The change of the other series marks the end of the
       * wait.
       */
      const isRecipient = async (): Promise<boolean> => {
        turn += 1;
        const from = stream.events.length;
        await rename(`Adult ${turn}`, 'Bone');
        await rename(`Saga ${turn}`);
        await until(() => stream.events.slice(from).some(({ data }) => data.bookId === bookOf('Saga').id));
        return stream.events.slice(from).some(({ data }) => data.seriesId === bookOf('Bone').seriesId);
      };
      expect(await isRecipient()).toBe(true);
      await setLimit(12);
      await stream.waitFor(({ type }) => type === 'resync');
      expect(await isRecipient()).toBe(false);
      // It is not sent later with the missed events either.
      const last = stream.events.at(-1)?.id ?? '';
      await isRecipient();
      const replayed = await open(child, `lastEventId=${last}`);
      await replayed.waitFor(({ data }) => data.bookId === bookOf('Saga').id);
      expect(replayed.events.some(({ data }) => data.seriesId === bookOf('Bone').seriesId)).toBe(false);
      await setLimit(null);
      await until(isRecipient);
      stream.close();
      replayed.close();
    });

    test('sends progress only to its reader', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const mine = await open(me);
      const theirs = await open(other);
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

    test('reports tasks and scans to users who may see them', async () => {
      const reader = await open(server().reader);
      const admin = await open(server().admin);
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
      const keyed = await openByKey('libraries:read', 'tasks:read');
      const unkeyed = await openByKey('libraries:read');
      await reader.waitFor(({ type }) => type === 'series_created');
      await reader.waitFor(({ type }) => type === 'book_created');
      await scan(server(), library.id);
      await keyed.waitFor(({ type }) => type === 'task_progress');
      await unkeyed.waitFor(({ type, data }) => type === 'scan_progress' && data.status === 'completed');
      for (const stream of [reader, unkeyed]) {
        expect(stream.events.some(({ type }) => type === 'task_progress')).toBe(false);
        stream.close();
      }
      keyed.close();
      admin.close();
    });

    test('limits a user to twenty streams', async () => {
      const user = await signIn(server());
      const streams = await Promise.all(Array.from({ length: 20 }, () => open(user)));
      const refused = await user.get('/api/v1/events');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      for (const stream of streams) stream.close();
      await until(async () => {
        const stream = await open(user);
        stream.close();
        return stream.status === 200;
      });
    });
  },
  { withTasks: true, eventTimes: times },
);
