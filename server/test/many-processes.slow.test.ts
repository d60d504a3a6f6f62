// Two servers and two workers on one PostgreSQL, as in a deployment on several machines. Each is a separate app with
// its own connections, caches and worker processes.
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type App, createApp } from '#app.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { Client } from './harness/client.ts';
import { bearer, openEvents } from './harness/clients/event-stream.ts';
import { addLibrary, getBook, listBooks, scan, type TestLibrary } from './harness/library.ts';
import { startSecondServer, startTestServer, type TestServer } from './harness/server.ts';
import { makeCbz } from './makers/books.ts';

let one: TestServer;
let two: Client & { stop(): Promise<void> };
let workers: App[] = [];
/** The administrator at the second server, with the token of the first. */
let admin: Client;

beforeAll(async () => {
  one = await startTestServer({ kind: 'postgres' });
  two = await startSecondServer(one);
  admin = two.as({ authorization: `Bearer ${one.admin.session.accessToken}` });
  workers = await Promise.all([startWorker(), startWorker()]);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await two.stop();
  await one.stop();
});

/** Starts `lectern worker`: background work without HTTP. */
async function startWorker(): Promise<App> {
  const { config } = loadConfig({ environment: one.environment, cwd: one.folder });
  const app = await createApp({ config, log: silentLog });
  await app.startTasks();
  return app;
}

async function makeLibrary(mark: string, count: number): Promise<TestLibrary> {
  const files: Record<string, Buffer> = {};
  for (let i = 1; i <= count; i++) {
    files[`Series ${i % 7}/Book ${i}.cbz`] = await makeCbz({ pages: 2, mark: `${mark} ${i}` });
  }
  return addLibrary(one, files);
}

/** Sends a request to both servers, whose responses must be equal. */
async function requestBoth(path: string): Promise<unknown> {
  const first = await one.admin.get(path);
  const second = await admin.get(path);
  expect([path, second.status, second.body]).toEqual([path, first.status, first.body]);
  return first.body;
}

test('scans a library once, in either worker, and both servers return the same results', async () => {
  const library = await makeLibrary('alike', 140);
  // Concurrent requests to both servers: one is rejected, or both return the same scan.
  const responses = await Promise.all(
    [one.admin, admin].map((client) => client.post<ScanStatus>(`/api/v1/libraries/${library.id}/scan`)),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  await expect
    .poll(
      async () => (await admin.get<ScanStatus>(`/api/v1/libraries/${library.id}/scan-status`)).body.status,
    )
    .toBe('completed');
  const books = await listBooks(admin, library.id);
  expect(books).toHaveLength(140);
  for (const path of [
    `/api/v1/libraries/${library.id}`,
    `/api/v1/libraries/${library.id}/scan-status`,
    `/api/v1/libraries/${library.id}/series?pageSize=50`,
    `/api/v1/libraries/${library.id}/books?pageSize=200`,
    `/api/v1/books/${books[0]?.id}`,
    `/api/v1/books/${books[0]?.id}/pages`,
  ]) {
    await requestBoth(path);
  }
  const [first, second] = await Promise.all(
    [one.admin, admin].map((client) => client.get(`/api/v1/books/${books[0]?.id}/pages/2`)),
  );
  expect(first?.bytes.equals(second?.bytes ?? Buffer.of())).toBe(true);
});

test('distributes several libraries among the workers', async () => {
  const libraries = await Promise.all(['a', 'b', 'c', 'd'].map((mark) => makeLibrary(`shared ${mark}`, 40)));
  const ends = await Promise.all(libraries.map(({ id }) => scan({ admin }, id)));
  expect(ends.map(({ status, booksFound }) => [status, booksFound])).toEqual(
    libraries.map(() => ['completed', 40]),
  );
});

test('shows a change on the other server immediately and sends it to its event streams', async () => {
  const stream = await openEvents(two.url, { headers: bearer(one.admin) });
  onTestFinished(() => stream.close());
  const library = await makeLibrary('changes', 5);
  await scan(one, library.id);
  const book = await getBook(one.admin, library.id, 'Book 1.cbz');
  const isOfBook = ({ data }: { data: unknown }) => JSON.stringify(data).includes(book.id);
  // sends one `created` event for a book that is created and updated before the first event.
  await stream.waitFor((event) => event.type === 'book_created' && isOfBook(event));
  const path = `/api/v1/books/${book.id}`;
  const titleAtSecond = async () => (await admin.get<{ book: { title: string } }>(path)).body.book.title;
  expect(await titleAtSecond()).toBe(book.title);
  await one.admin.patch(path, { title: 'Another title' });
  await stream.waitFor((event) => event.type === 'book_updated' && isOfBook(event));
  await expect.poll(titleAtSecond, { interval: 5 }).toBe('Another title');
  // Moves a file whose path the other server has cached.
  expect((await admin.get(`${path}/pages/1`)).status).toBe(200);
  mkdirSync(join(library.folder, 'Moved'));
  renameSync(join(library.folder, 'Series 1/Book 1.cbz'), join(library.folder, 'Moved/Book 1.cbz'));
  await scan(one, library.id);
  await expect.poll(async () => (await admin.get(`${path}/pages/1`)).status).toBe(200);
  await one.admin.delete(`/api/v1/libraries/${library.id}`);
  await expect.poll(async () => (await admin.get(path)).status).toBe(404);
});

test('a worker takes over the tasks of a worker that stops', async () => {
  const library = await makeLibrary('left', 600);
  await one.admin.post(`/api/v1/libraries/${library.id}/scan`);
  const statusOf = async () =>
    (await one.admin.get<ScanStatus>(`/api/v1/libraries/${library.id}/scan-status`)).body;
  await expect.poll(async () => (await statusOf()).status, { interval: 5 }).toMatch(/running|completed/);
  // Either worker may run the task. Stopping both in turn and starting a new one covers both cases.
  const [first, second] = workers;
  await first?.close();
  workers = second ? [second, await startWorker()] : [];
  await expect.poll(async () => (await statusOf()).status, { timeout: 20_000 }).toBe('completed');
  expect(await statusOf()).toMatchObject({ booksFound: 600 });
});
