// Two servers and two workers, which share only the database and the books, are restarted one after the other, and one
// of each is killed, while users read through one address.
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { TaskDto } from '@lectern/contract/system/tasks';
import {
  type Client,
  changePostgres,
  createClient,
  findFreePort,
  makeCbz,
  writeFiles,
} from '@lectern/server/testing';
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

/** Users who read continuously. */
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
      const failure = await sent.then(
        (answer) => (answer.status < 400 ? undefined : `${answer.status} ${answer.bytes.toString()}`),
        (error: unknown) => `${error} (${error instanceof Error ? error.cause : ''})`,
      );
      if (failure === undefined) answers++;
      else failures.push(`${isWrite ? 'PUT progress' : path}: ${failure}`);
    }
  }
  const all = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  return {
    failures,
    /** Waits until the users have read for some time. */
    async goOn() {
      const from = answers;
      await vi
        .waitUntil(() => answers > from + 60, { timeout: 30_000, interval: 10 })
        .catch((cause: unknown) => {
          throw new Error(`No further reads: ${failures.slice(0, 3).join(', ')}`, { cause });
        });
    },
    async end() {
      isOver = true;
      await all;
    },
  };
}

/** A browser that follows events and reconnects with the last event id whenever the stream ends. */
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
  return {
    heard,
    stop: () => controller.abort(),
    /**
     * Creates a collection, regardless of the state of the stream. Resolves when the browser has received the event or
     * an instruction to reload.
     */
    async expectNews(client: Client, name: string): Promise<void> {
      const from = heard.length;
      const { status, body } = await client.post<{ id: string }>('/api/v1/collections', {
        name,
        seriesIds: [],
      });
      expect(status).toBe(201);
      const isNews = (event: string) => event.includes(body.id) || /^event: resync$/m.test(event);
      await vi.waitUntil(() => heard.slice(from).some(isNews), { timeout: 15_000 });
    },
  };
}

/** Scans a library, reading every file again. */
function createScans(client: Client, library: string) {
  const asked = new Set<string>();
  const path = `/api/v1/libraries/${library}`;
  const findStatus = async () => (await client.get<ScanStatus>(`${path}/scan-status`)).body;
  return {
    /** Requests a scan unless one that an earlier stop has interrupted is running. */
    async ask(): Promise<void> {
      const { status, body } = await client.post<ScanStatus>(`${path}/scan?mode=deep`);
      expect([202, 409]).toContain(status);
      if (status === 202) asked.add(body.taskId);
    },
    /** Requests a scan and kills the only worker during it. */
    async killInside(worker: Program): Promise<void> {
      for (let attempt = 0; attempt < 20; attempt++) {
        await waitForTasks(client);
        await this.ask();
        await vi.waitUntil(async () => (await findStatus()).status !== 'pending', { interval: 2 });
        worker.signal('SIGSTOP');
        if ((await findStatus()).status === 'running') break;
        worker.signal('SIGCONT');
      }
      expect((await findStatus()).status).toBe('running');
      worker.signal('SIGKILL');
      await worker.ended;
    },
    /** Verifies that every requested scan has completed. */
    async expectAllDone(): Promise<void> {
      expect(asked.size).toBeGreaterThan(2);
      for (const id of asked) {
        const { body } = await client.get<TaskDto>(`/api/v1/tasks/${id}`);
        expect([id, body.status]).toEqual([id, 'completed']);
      }
    },
  };
}

/** Writes 60 comics and returns their folder. */
async function writeBooks(folder: string): Promise<string> {
  const books = join(folder, 'books');
  const files = Array.from({ length: 60 }, async (_, i) => [
    `Saga/${i}.cbz`,
    await makeCbz({ mark: `roll ${i}`, pages: 3 }),
  ]);
  writeFiles(books, Object.fromEntries(await Promise.all(files)));
  return books;
}

/** Creates a library, scans it, and returns its id and the id of one of its books. */
async function scanBooks(admin: Client, path: string): Promise<{ libraryId: string; bookId: string }> {
  const { body: library } = await admin.post<{ id: string }>('/api/v1/libraries', { name: 'Books', path });
  await admin.post(`/api/v1/libraries/${library.id}/scan`);
  await waitForTasks(admin);
  const { body: list } = await admin.get<{ data: { id: string }[] }>('/api/v1/books?pageSize=1');
  return { libraryId: library.id, bookId: list.data[0]?.id ?? '' };
}

async function createCredentials(admin: Client): Promise<Credentials> {
  const { body } = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'Readers' });
  return { 'x-api-key': body.key };
}

type Scans = ReturnType<typeof createScans>;

/** Restarts each worker process and requests a scan while it is away. */
async function restartWorkers(processes: Processes, old: Program[], scans: Scans): Promise<Program[]> {
  let workers = old;
  for (const name of ['three', 'four']) {
    const [oldest, ...others] = workers;
    if (oldest) await stop(oldest);
    await scans.ask();
    workers = [...others, await startWorker(processes, name)];
  }
  return workers;
}

/** Kills a worker process during a scan, while no other runs, and lets the lease of its task expire. */
async function loseWorkers([killed, other]: Program[], scans: Scans, database: string): Promise<void> {
  if (!killed || !other) throw new Error('Two workers are required');
  await stop(other);
  await scans.killInside(killed);
  // Simulates a minute passing.
  await changePostgres(database, `update task set "leaseUntil" = 0 where status = 'running'`);
}

test('users read without interruption while processes are restarted one after the other and some are killed', {
  timeout: 180_000,
}, async () => {
  const folder = makeFolder();
  const books = await writeBooks(folder);
  const database = (await makePostgres('PostgreSQL')) ?? '';
  const processes: Processes = {
    folder,
    environment: {
      LECTERN_DATABASE_POSTGRES: database,
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
  const { libraryId, bookId } = await scanBooks(admin, books);
  const balancer: Balancer = await startBalancer(join(folder, 'balancer'), ports);
  onTestFinished(balancer.stop);
  const credentials = await createCredentials(admin);
  const through = createClient(balancer.url).as(credentials);
  const events = followEvents(balancer.url, credentials);
  onTestFinished(events.stop);
  const reading = startReading(balancer.url, credentials, bookId);

  const scans = createScans(through, libraryId);

  await reading.goOn();
  await scans.ask();
  await stop(one);
  await events.expectNews(through, 'While the first was away');
  await reading.goOn();
  one = startServer(processes, 'one', ports[0]);
  await one.url();
  // A request that the first server has just rejected may still be sent to the second.
  await reading.goOn();
  await stop(two);
  await events.expectNews(through, 'While the second was away');
  await reading.goOn();
  two = startServer(processes, 'two', ports[1]);
  await two.url();
  workers = await restartWorkers(processes, workers, scans);
  // Joined to one text, so that a failure shows all of it.
  expect(reading.failures.join('\n')).toBe('');

  one.signal('SIGKILL');
  await one.ended;
  await events.expectNews(through, 'After the first was killed');
  await reading.goOn();
  // The responses in transit are lost, and no later ones.
  expect(reading.failures.length).toBeLessThanOrEqual(readers);
  const lost = reading.failures.length;

  await loseWorkers(workers, scans, database);
  workers = [await startWorker(processes, 'five'), await startWorker(processes, 'six')];
  await reading.goOn();
  expect(reading.failures.slice(lost).join('\n')).toBe('');
  await reading.end();

  await waitForTasks(through);
  await scans.expectAllDone();
  const tasks = await through.get<{ total: number }>('/api/v1/tasks?status=failed');
  expect(tasks.body.total).toBe(0);
  await Promise.all([two, ...workers].map(stop));
});
