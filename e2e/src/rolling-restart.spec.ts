// Two servers and two workers, which share nothing but the database and the books, are restarted one after the other and
// one is killed, while people read through one address.
import { join } from 'node:path';
import { type Client, createClient, findFreePort, makeCbz, writeFiles } from '@lectern/server/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Balancer, startBalancer } from './harness/balancer.ts';
import { makePostgres } from './harness/databases.ts';
import { type Program, startProgram } from './harness/program.ts';
import { makeFolder, signIn, waitForTasks } from './harness/server.ts';

const password = 'many servers';
const readers = 6;

type Credentials = Record<string, string>;

interface Processes {
  environment: Record<string, string>;
  folder: string;
}

const startServer = ({ environment, folder }: Processes, name: string, port: number): Program =>
  startProgram(['serve', '--no-tasks', '--data-dir', join(folder, name), '--port', String(port)], {
    environment,
  });

async function startWorker({ environment, folder }: Processes, name: string): Promise<Program> {
  const worker = startProgram(['worker', '--data-dir', join(folder, name)], { environment });
  await worker.waitFor(/works in the background/);
  return worker;
}

async function stop(program: Program): Promise<void> {
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: 0 });
}

/** People who read without a pause. */
function startReading(url: string, credentials: Credentials, book: string) {
  const failures: string[] = [];
  const client = createClient(url).as(credentials);
  let isOver = false;
  let answers = 0;
  const paths = [`/api/v1/books/${book}`, `/api/v1/books/${book}/pages/1`, '/api/v1/series?pageSize=5'];
  async function read(reader: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const path = paths[(turn + reader) % paths.length] ?? '';
      const isWrite = turn % 5 === 0;
      const sent = isWrite
        ? client.put(`/api/v1/books/${book}/progress`, { currentPage: 1 + (turn % 3) })
        : client.get(path);
      const status = await sent.then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      );
      if (typeof status === 'number' && status < 400) answers++;
      else failures.push(`${isWrite ? 'PUT progress' : path}: ${status}`);
    }
  }
  const all = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  return {
    failures,
    /** Waits until people have gone on for a while. */
    async goOn() {
      const from = answers;
      await vi
        .waitUntil(() => answers > from + 60, { timeout: 30_000, interval: 10 })
        .catch((cause: unknown) => {
          throw new Error(`Nobody reads on: ${failures.slice(0, 3).join(', ')}`, { cause });
        });
    },
    async end() {
      isOver = true;
      await all;
    },
  };
}

/** A browser that follows events: it comes back with the id of the last one whenever the stream ends. */
function followEvents(url: string, credentials: Credentials) {
  const heard: string[] = [];
  const controller = new AbortController();
  let lastId: string | undefined;
  async function follow(): Promise<void> {
    const response = await fetch(`${url}/api/v1/events`, {
      headers: { ...credentials, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      signal: controller.signal,
    });
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const event of whole) {
        lastId = /^id: ?(.*)$/m.exec(event)?.[1] ?? lastId;
        heard.push(event);
      }
    }
  }
  void (async () => {
    while (!controller.signal.aborted) await follow().catch(() => {});
  })();
  return { heard, stop: () => controller.abort() };
}

/** A scan that an earlier stop has put back may be running. */
async function scanDeeply(admin: Client, library: string): Promise<void> {
  const { status } = await admin.post(`/api/v1/libraries/${library}/scan?mode=deep`);
  expect([202, 409]).toContain(status);
}

test('processes are restarted one after the other, and one is killed, while people read on', {
  timeout: 120_000,
}, async () => {
  const folder = makeFolder();
  const books = join(folder, 'books');
  const files = Array.from({ length: 30 }, async (_, i) => [
    `Saga/${i}.cbz`,
    await makeCbz({ mark: `roll ${i}`, pages: 3 }),
  ]);
  writeFiles(books, Object.fromEntries(await Promise.all(files)));
  const processes: Processes = {
    folder,
    environment: {
      LECTERN_DATABASE_POSTGRES: (await makePostgres('PostgreSQL')) ?? '',
      LECTERN_AUTH_SECRET: 'the same for all servers of this test',
      LECTERN_ADMIN_PASSWORD: password,
      LECTERN_RATE_LIMIT_ENABLED: 'false',
      LECTERN_SERVER_HOST: '127.0.0.1',
      LECTERN_LOG_LEVEL: 'warn',
    },
  };
  const ports = [await findFreePort(), await findFreePort()] as const;
  let one = startServer(processes, 'one', ports[0]);
  const admin = await signIn(one, password);
  let two = startServer(processes, 'two', ports[1]);
  await two.url();
  let workers = [await startWorker(processes, 'three'), await startWorker(processes, 'four')];
  const { body: library } = await admin.post<{ id: string }>('/api/v1/libraries', {
    name: 'Books',
    path: books,
  });
  await admin.post(`/api/v1/libraries/${library.id}/scan`);
  await waitForTasks(admin);
  const { body: list } = await admin.get<{ data: { id: string }[] }>('/api/v1/books?pageSize=1');
  const balancer: Balancer = await startBalancer(join(folder, 'balancer'), ports);
  onTestFinished(balancer.stop);
  const made = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'Readers' });
  const credentials = { 'x-api-key': made.body.key };
  const through = createClient(balancer.url).as(credentials);
  const events = followEvents(balancer.url, credentials);
  onTestFinished(events.stop);
  const reading = startReading(balancer.url, credentials, list.data[0]?.id ?? '');

  await reading.goOn();
  await scanDeeply(through, library.id);
  await stop(one);
  await reading.goOn();
  one = startServer(processes, 'one', ports[0]);
  await one.url();
  await stop(two);
  await reading.goOn();
  two = startServer(processes, 'two', ports[1]);
  await two.url();
  for (const name of ['three', 'four']) {
    const [oldest, ...others] = workers;
    if (oldest) await stop(oldest);
    await scanDeeply(through, library.id);
    workers = [...others, await startWorker(processes, name)];
  }
  expect(reading.failures).toEqual([]);

  one.signal('SIGKILL');
  await one.ended;
  await reading.goOn();
  // What it was sending is lost, and nothing after that.
  expect(reading.failures.length).toBeLessThanOrEqual(readers);
  const lost = reading.failures.length;
  await reading.goOn();
  expect(reading.failures.length).toBe(lost);
  await reading.end();

  await through.post('/api/v1/collections', { name: 'After all that', seriesIds: [] });
  await vi.waitUntil(() => events.heard.some((event) => event.includes('collection')), { timeout: 15_000 });
  const rest = await signIn(two, password);
  await waitForTasks(rest);
  const tasks = await rest.get<{ total: number }>('/api/v1/tasks?status=failed');
  expect(tasks.body.total).toBe(0);
  await Promise.all([two, ...workers].map(stop));
});
