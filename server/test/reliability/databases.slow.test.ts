// Disk failures, power failures and restarts of the database: responses to callers, and data that survives.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createDice } from '../fuzz/dice.ts';
import { startPostgres } from '../harness/database-server/postgres-server.ts';
import { setFileFaults } from '../harness/faulty-files.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../harness/library.ts';
import { canMount, fillDisk, remount, tryMount, unmount } from '../harness/run/mounts.ts';
import { startEmptyServer, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeCbz, makePage } from '../makers/books.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-case-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function aServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ withTasks: true, environment });
  onTestFinished(() => server.stop());
  return server;
}

/** Reads the reader's position from a copy of the database, and the result of the integrity check. */
function readCopy(folder: string): { page: number; integrity: unknown } {
  const copy = new Sqlite(join(folder, 'lectern.db'));
  try {
    const page = copy.prepare('select coalesce(max("currentPage"), 0) from "readProgress"').pluck().get();
    return { page: Number(page), integrity: copy.pragma('integrity_check', { simple: true }) };
  } finally {
    copy.close();
  }
}

test(`a power failure loses at most the last writes and never damages the database (seed ${seed})`, async () => {
  const server = await aServer();
  const dice = createDice(seed);
  const pages = 150;
  const library = await addScannedLibrary(server, { 'A/Long.cbz': await makeCbz({ pages, mark: 'power' }) });
  const book = await getBook(server.admin, library.id, 'Long.cbz');
  const data = join(server.folder, 'data');
  let before = 0;
  for (let page = 1; page < pages; page++) {
    const { status } = await server.reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: page });
    expect(status).toBe(200);
    if (page % 10 !== 0) continue;
    // Copies the files in their current state. This process does not write meanwhile.
    const folder = aFolder();
    for (const name of ['lectern.db', 'lectern.db-wal'])
      if (existsSync(join(data, name))) copyFileSync(join(data, name), join(folder, name));
    const wal = readFileSync(join(folder, 'lectern.db-wal'));
    expect(readCopy(folder)).toEqual({ page, integrity: 'ok' });
    // The same files without the data that had not reached the disk: truncated, or zeros where the file system had
    // allocated space.
    copyFileSync(join(data, 'lectern.db'), join(folder, 'lectern.db'));
    const at = Math.floor(wal.length * (0.5 + dice.below(500) / 1_000));
    writeFileSync(
      join(folder, 'lectern.db-wal'),
      dice.chance(0.5) ? wal.subarray(0, at) : Buffer.from(wal).fill(0, at),
    );
    const cut = readCopy(folder);
    expect(cut.integrity).toBe('ok');
    expect(cut.page).toBeLessThanOrEqual(page);
    before = Math.max(before, cut.page);
  }
  expect(before).toBeGreaterThan(0);
});

test.skipIf(!canMount)(
  'serves books and rejects writes with a message while the disk is full, and recovers when space is available',
  async () => {
    const disk = aFolder();
    tryMount(disk, 24);
    onTestFinished(() => unmount(disk));
    const server = await aServer({ LECTERN_DATA_DIR: join(disk, 'data') });
    const library = await addScannedLibrary(server, { 'A/One.cbz': await makeCbz({ mark: 'full' }) });
    const { admin, reader } = server;
    const [book] = await listBooks(admin, library.id);
    if (!book) throw new Error('No book found');
    const thumbnail = () => reader.get(`/api/v1/books/${book.id}/thumbnail`);
    await until(async () => (await thumbnail()).status === 200);
    const bytes = await makePage(1, 'a cover');
    const upload = () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), 'cover.jpg');
      return admin.request('POST', `/api/v1/books/${book.id}/cover`, { raw: form });
    };
    const filler = fillDisk(disk);
    // Fills the free pages in the database files with large values.
    const refused: number[] = [];
    for (let n = 0; n < 40; n++)
      refused.push(
        (await reader.put(`/api/v1/user/preferences/k${n}`, { value: 'x'.repeat(60_000) })).status,
      );
    expect(new Set(refused.filter((status) => status !== 200))).toEqual(new Set([507]));
    // A rejected write of 60 kB may leave room for a small one.
    fillDisk(disk);
    expect((await upload()).status).toBe(507);
    expect((await admin.post('/api/v1/admin/backup')).status).toBe(507);
    expect((await reader.get(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200);
    expect((await thumbnail()).status).toBe(200);
    expect((await reader.get('/api/v1/books')).status).toBe(200);
    const leftovers = () =>
      readdirSync(join(disk, 'data'), { recursive: true, encoding: 'utf8' }).filter(
        (name) => name.endsWith('.tmp') || name.includes('backups/.'),
      );
    expect(leftovers()).toEqual([]);
    rmSync(filler);
    expect((await upload()).status).toBe(201);
    expect((await reader.put('/api/v1/user/preferences/again', { value: 1 })).status).toBe(200);
    expect(await scan(server, library.id)).toMatchObject({ status: 'completed', errors: [] });
  },
);

test('scans and serves a library on read-only storage', async () => {
  const server = await aServer();
  const library = await addScannedLibrary(server, {});
  const isReal = canMount && tryMount(library.folder, 4);
  onTestFinished(() => {
    if (isReal) unmount(library.folder);
    setFileFaults();
  });
  mkdirSync(join(library.folder, 'A'));
  writeFileSync(join(library.folder, 'A/One.cbz'), await makeCbz({ mark: 'read-only' }));
  if (isReal) remount(library.folder, 'ro');
  else setFileFaults({ below: library.folder, calls: ['writeFile', 'mkdir', 'rename'], code: 'EROFS' });
  expect(await scan(server, library.id, 'mode=deep')).toMatchObject({ booksFound: 1, errors: [] });
  const [book] = await listBooks(server.admin, library.id);
  for (const route of ['pages/1', 'file', 'thumbnail'])
    expect([route, (await server.reader.get(`/api/v1/books/${book?.id}/${route}`)).status]).toEqual([
      route,
      200,
    ]);
});

test.skipIf(process.platform !== 'linux').each([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
])('rejects a database on a network file system (%s) with a message', async (type, name) => {
  const folder = aFolder();
  setFileFaults({ below: folder, calls: ['statfs'], answer: { type } });
  onTestFinished(() => setFileFaults());
  const start = startEmptyServer({ environment: { LECTERN_DATA_DIR: folder } });
  await expect(start).rejects.toThrow(`is on a network (${name}), where a database loses data`);
});

test('returns 503 with Retry-After while PostgreSQL restarts, and recovers without intervention', {
  timeout: 90_000,
}, async () => {
  const postgres = await startPostgres(aFolder());
  const server = await startTestServer({
    withTasks: true,
    environment: { LECTERN_DATABASE_POSTGRES: `${postgres.url}postgres` },
  });
  onTestFinished(async () => {
    await server.stop();
    await postgres.stop();
  });
  const library = await addScannedLibrary(server, { 'A/One.cbz': await makeCbz({ mark: 'restart' }) });
  const [book] = await listBooks(server.admin, library.id);
  const request = () =>
    Promise.all([
      server.reader.get('/api/v1/books?sort=title'),
      server.reader.get(`/api/v1/books/${book?.id}`),
      server.reader.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 2 }),
      server.reader.put('/api/v1/user/preferences/k', { value: 1 }),
      server.get('/health'),
    ]);
  let isRequesting = true;
  const seen = new Map<number, number>();
  const withoutPause: unknown[] = [];
  const requesting = (async () => {
    while (isRequesting) {
      for (const { status, headers, body } of await request()) {
        seen.set(status, (seen.get(status) ?? 0) + 1);
        const isHealth = 'database' in body;
        if (status === 503 && !isHealth && headers.get('retry-after') === null) withoutPause.push(body);
      }
    }
  })();
  await until(() => (seen.get(200) ?? 0) > 20);
  await postgres.stop();
  await until(() => (seen.get(503) ?? 0) > 20);
  await postgres.start();
  await until(async () => (await request()).every(({ status }) => status === 200));
  isRequesting = false;
  await requesting;
  expect([...seen.keys()].toSorted()).toEqual([200, 503]);
  expect(withoutPause).toEqual([]);
  // Background work and notifications between processes recover, too.
  await until(async () => (await server.admin.post(`/api/v1/libraries/${library.id}/scan`)).status === 202);
  await until(
    async () =>
      (await server.admin.get<{ status: string }>(`/api/v1/libraries/${library.id}/scan-status`)).body
        .status === 'completed',
  );
});
