// Many clients, and several processes.
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test, vi } from 'vitest';
import {
  bearer,
  type EventStream,
  openEvents,
  type StreamEvent,
} from '../../../../test/harness/clients/event-stream.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { addLibrary, addScannedLibrary, listBooks, scan } from '../../../../test/harness/library.ts';
import { startSecondServer, startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

const mib = 1024 * 1024;
const numberOf = (id: string) => Number.parseInt(id, 10);

/** Opens streams of `users` users, twenty each. */
async function openMany(server: TestServer, users: number): Promise<EventStream[]> {
  const people = await Promise.all(Array.from({ length: users }, () => signIn(server)));
  const streams: EventStream[] = [];
  for (const person of people) {
    const own = Array.from({ length: 20 }, () => openEvents(server.url, { headers: bearer(person) }));
    streams.push(...(await Promise.all(own)));
  }
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(users * 20);
  return streams;
}

type Book = Pick<BookDto, 'id' | 'seriesId' | 'libraryId' | 'createdAt'>;

/**
 * Returns the books that a client does not know: it received no event of the book and no later event that replaces it.
 * A client that reloads on an event before the book was created does not find the book.
 */
function findUntold({ events }: EventStream, books: readonly Book[]): Book[] {
  const own = new Set<unknown>();
  /** Time of the last event that makes the client reload a library or series. */
  const askedAtMs = new Map<unknown, number>();
  for (const { type, data } of events) {
    const atMs = Date.parse(data.timestamp);
    if (type === 'book_created') own.add(data.bookId);
    if (type === 'resync') askedAtMs.set('everything', atMs);
    if (Array.isArray(data.fields) && data.fields.includes('books'))
      askedAtMs.set(type === 'library_updated' ? data.libraryId : data.seriesId, atMs);
  }
  return books.filter(({ id, seriesId, libraryId, createdAt }) => {
    const atMs = Math.max(...['everything', seriesId, libraryId].map((one) => askedAtMs.get(one) ?? 0));
    return !own.has(id) && atMs < Date.parse(createdAt);
  });
}

const isEndOfScan = ({ type, data }: StreamEvent) => type === 'scan_progress' && data.status === 'completed';

test.each(testedDatabases)(
  '200 clients receive every book of a scan of 2,000 in order, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const server = await startTestServer({ kind, withTasks: true });
    try {
      const page = { name: '1.jpg', content: Buffer.from('ffd8ffe0', 'hex'), method: 'stored' as const };
      const files: Record<string, Buffer> = {};
      for (let n = 0; n < 2_000; n++)
        files[`Series ${n % 100}/Book ${n}.cbz`] = makeZip([
          page,
          { name: 'mark.txt', content: String(n), method: 'stored' },
        ]);
      const library = await addLibrary(server, files);
      const streams = await openMany(server, 10);
      const before = process.memoryUsage().heapUsed;
      await scan(server, library.id);
      await Promise.all(streams.map((stream) => stream.waitFor(isEndOfScan)));
      const pages = [1, 2, 3, 4].map((number) => listBooks(server.admin, library.id, `page=${number}`));
      const books = (await Promise.all(pages)).flat();
      expect(new Set(books.map(({ id }) => id)).size).toBe(2_000);
      for (const stream of streams) {
        const numbers = stream.events.map(({ id }) => numberOf(id));
        expect(numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0))).toBe(true);
        expect(findUntold(stream, books)).toEqual([]);
        expect(stream.events.length).toBeLessThan(2_000);
        expect(stream.isOver).toBe(false);
      }
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * mib);
      for (const stream of streams) stream.close();
    } finally {
      await server.stop();
    }
  },
);

test('500 idle clients stay connected, receive events, and use little memory', async () => {
  const server = await startTestServer({ eventTimes: { heartbeatMs: 500 } });
  try {
    const before = process.memoryUsage().heapUsed;
    const streams = await openMany(server, 25);
    await vi.waitUntil(() => streams.every(({ comments }) => comments >= 2), { timeout: 20_000 });
    // Both ends of each stream, because this process is server and client.
    expect((process.memoryUsage().heapUsed - before) / streams.length).toBeLessThan(mib / 4);
    const { body } = await server.admin.post<{ id: string }>('/api/v1/collections', { name: 'Told' });
    await Promise.all(streams.map((stream) => stream.waitFor(({ data }) => data.collectionId === body.id)));
    for (const stream of streams) stream.close();
  } finally {
    await server.stop();
  }
});

test('on PostgreSQL, changes of one process reach the clients of another', async () => {
  const server = await startTestServer({ kind: 'postgres', withTasks: true });
  const second = await startSecondServer(server);
  try {
    const stream = await openEvents(second.url, { headers: bearer(server.reader) });
    const { body } = await server.admin.post<{ id: string }>('/api/v1/collections', { name: 'Far' });
    await stream.waitFor(({ type, data }) => type === 'collection_created' && data.collectionId === body.id);
    const library = await addScannedLibrary(server, { 'Saga/1.cbz': await makeCbz({ mark: 'far' }) });
    await stream.waitFor(({ type, data }) => type === 'book_created' && data.libraryId === library.id);
    // Event ids of the other process are unknown here.
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
