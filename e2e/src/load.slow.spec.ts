// Five hundred users write positions and turn pages while a scan commits, then scans find no changes. No request may be rejected, no write lost, no resource left open, and no request delayed
// for long.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { type Client, countSeconds, makeCbz, readLoop, watchLoop, writeFiles } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeBigLibrary } from './harness/books/big-library.ts';
import { makePostgres } from './harness/databases.ts';
import type { Program } from './harness/program.ts';
import { serve, signIn, waitForTasks } from './harness/server.ts';

const password = 'a password of my own';
const people = 500;
const accounts = 20;
const pages = 20;
const bookCount = 1_000;
/** Number of scans without changes. */
const quietScans = 5;

const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-load-'));
const shelf = join(folder, 'shelf');
const large = join(folder, 'large');
beforeAll(async () => {
  for (let n = 0; n < people / accounts; n++)
    writeFiles(shelf, { [`Series ${n}/Book.cbz`]: await makeCbz({ mark: `${n}`, pages }) });
  await makeBigLibrary(large, bookCount);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function scan(admin: Client, id: string): Promise<ScanStatus> {
  expect((await admin.post(`/api/v1/libraries/${id}/scan`)).status).toBe(202);
  const look = async () => {
    const { body } = await admin.get<ScanStatus>(`/api/v1/libraries/${id}/scan-status`);
    return (body.status === 'completed' || body.status === 'failed') && body;
  };
  return vi.waitUntil(look, { interval: 50, timeout: 240_000 });
}

/** Simulates one reader per account and book until `isOver`, then writes the last page of each. */
async function read(readers: readonly Client[], books: readonly BookDto[], isOver: () => boolean) {
  const faults: string[] = [];
  let writes = 0;
  const last = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const reader = readers[n % accounts];
      const book = books[Math.floor(n / accounts)];
      if (!reader || !book) throw new Error('Too few books');
      let page = 0;
      await pause((n / people) * 2_000);
      do {
        page = (page % (pages - 1)) + 1;
        const shown = await reader.get(`/api/v1/books/${book.id}/pages/${page}`);
        const placed = await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: page });
        for (const { status, bytes } of [shown, placed])
          if (status !== 200) faults.push(`${status} ${bytes.toString().slice(0, 200)}`);
        writes++;
        await pause(1_500 + ((n * 37 + page * 101) % 2_000));
      } while (!isOver());
      return { reader, book, page };
    }),
  );
  return { faults, writes, last };
}

/**
 * Counts open files, folders and pipes. The number of connections varies: those of clients, and up to `pool_size` to
 * PostgreSQL.
 */
function countOpen({ pid }: Program): number {
  const folder = `/proc/${pid}/fd`;
  const opened = readdirSync(folder).map((fd) => readlinkSync(join(folder, fd)));
  return opened.filter((path) => !path.startsWith('socket:')).length;
}

describe.each(['SQLite', 'PostgreSQL'])('under load on %s', (kind) => {
  const loopFile = join(folder, `${kind}.txt`);
  let program: Program;
  let admin: Client;
  let shelfId: string;
  let largeId: string;
  /** Measured seconds before the load. */
  let secondsBefore = 0;

  beforeAll(async () => {
    const postgres = await makePostgres(kind);
    program = serve({
      dataDir: join(folder, kind),
      environment: {
        LECTERN_ADMIN_PASSWORD: password,
        LECTERN_LOG_LEVEL: 'error',
        ...(postgres !== undefined && { LECTERN_DATABASE_POSTGRES: postgres }),
        ...watchLoop(loopFile),
      },
    });
    admin = await signIn(program, password);
    shelfId = await add('Shelf', shelf);
    await scan(admin, shelfId);
    await waitForTasks(admin);
    secondsBefore = await countSeconds(loopFile);
  }, 240_000);
  afterAll(async () => {
    program?.signal('SIGTERM');
    await program?.ended;
  });

  const add = async (name: string, path: string) =>
    (await admin.post<Library>('/api/v1/libraries', { name, path })).body.id;

  async function makeReaders(): Promise<Client[]> {
    const readers: Client[] = [];
    for (let n = 0; n < accounts; n++) {
      const username = `reader${n}`;
      await admin.post('/api/v1/users', { username, email: `${username}@example.org`, password });
      readers.push(await signIn(program, password, username));
    }
    return readers;
  }

  test('answers five hundred users who write during the commits of a scan, and keeps every position', {
    timeout: 600_000,
  }, async () => {
    const readers = await makeReaders();
    const { data: books } = (await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=100')).body;
    let isOver = false;
    const reading = read(readers, books, () => isOver);
    largeId = await add('Large', large);
    const scanned = await scan(admin, largeId).finally(() => {
      isOver = true;
    });
    const { faults, writes, last } = await reading;
    expect(scanned).toMatchObject({ status: 'completed', booksFound: bookCount });
    expect(faults).toEqual([]);
    expect(writes).toBeGreaterThanOrEqual(people);
    for (const { reader, book, page } of last) {
      const { body } = await reader.get<{ currentPage: number }>(`/api/v1/books/${book.id}/progress`);
      expect(body.currentPage).toBe(page);
    }
  });

  test('never blocks the event loop of the server for a tenth of a second', () => {
    // Uses the processor time of the thread, because other load on this machine may delay it for any time. Requests
    // that waited meanwhile are served in one turn, at about half a millisecond each.
    const seconds = readLoop(loopFile).slice(secondsBefore);
    expect(seconds.length).toBeGreaterThan(0);
    expect(seconds.filter(({ busyMs, requests }) => busyMs - requests >= 100)).toEqual([]);
  });

  test('scans without changes find no changes and leave nothing open', {
    timeout: 240_000,
  }, async () => {
    await waitForTasks(admin);
    const before = countOpen(program);
    for (let n = 0; n < quietScans; n++)
      expect(await scan(admin, n % 2 === 0 ? largeId : shelfId)).toMatchObject({
        status: 'completed',
        errors: [],
      });
    await waitForTasks(admin);
    expect(countOpen(program)).toBeLessThanOrEqual(before);
    expect(program.err()).toBe('');
  });
});
