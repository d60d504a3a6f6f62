// A data folder on a full disk, or one that fills up: a small in-memory file system, where mounting is permitted.
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { ImportDto } from '@lectern/contract/import/imports';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { canMount, fillDisk, layOutKomga, remount, tryMount, unmount } from '@lectern/server/testing';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeBigLibrary } from './harness/books/big-library.ts';
import { endAllPrograms } from './harness/program.ts';
import { serve, signIn, waitForTasks } from './harness/server.ts';
import { checkDatabase } from './harness/sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-disk-'));
const library = join(folder, 'books');

function removeDisk(at: string): void {
  unmount(at);
  rmdirSync(at);
}

/** Mounts a file system and fills it except for a few bytes. */
function makeDisk(name: string, megabytes: number): string {
  const at = join(folder, name);
  if (!tryMount(at, megabytes)) throw new Error('The file system could not be mounted');
  onTestFinished(() => {
    endAllPrograms();
    removeDisk(at);
  });
  return at;
}

beforeAll(() => makeBigLibrary(library, 2_000));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!canMount)('rejects a start on a full disk with a message', async () => {
  const disk = makeDisk('full', 1);
  fillDisk(disk);
  const program = serve({ dataDir: join(disk, 'data') });
  expect((await program.ended).code).toBe(1);
  expect(program.out()).toBe('');
  expect(program.err()).toMatch(
    /^The disk of the data folder \S+ is full; free some space, or choose another folder with --data-dir\n$/,
  );
});

test.skipIf(!canMount)('rejects a start on a read-only disk with the remedy', async () => {
  const disk = makeDisk('read-only', 1);
  remount(disk, 'ro');
  const program = serve({ dataDir: join(disk, 'data') });
  expect((await program.ended).code).toBe(1);
  const sentence = new RegExp(
    `^The data folder ${disk}/data is on a read-only file system; mount ${disk} writable .*, or choose another folder with --data-dir`,
  );
  expect(program.err()).toMatch(sentence);
});

test.skipIf(!canMount)('rejects a start on a full disk after a crash with a message', async () => {
  const disk = makeDisk('full-later', 8);
  const dataDir = join(disk, 'data');
  const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };
  const first = serve({ dataDir, environment });
  await signIn(first, environment.LECTERN_ADMIN_PASSWORD);
  first.signal('SIGKILL');
  await first.ended;
  fillDisk(disk);
  const second = serve({ dataDir });
  expect((await second.ended).code).toBe(1);
  expect(
    second
      .err()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{')),
  ).toEqual([
    expect.stringMatching(/^The disk (of the data folder|that holds) \S+ is full; free some space/),
  ]);
});

test.skipIf(!canMount)('serves pages without caching them on a full disk, and reports it', async () => {
  const disk = makeDisk('keeping', 8);
  const shelf = join(folder, 'shelf');
  await makeBigLibrary(shelf, 1);
  const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };
  const program = serve({ dataDir: join(disk, 'data'), environment, libraries: [shelf] });
  const admin = await signIn(program, environment.LECTERN_ADMIN_PASSWORD);
  const findBook = async () => (await admin.get<{ data: { id: string }[] }>('/api/v1/books')).body.data[0];
  await vi.waitUntil(findBook, { interval: 100, timeout: 30_000 });
  await waitForTasks(admin);
  const book = await findBook();
  const state = async () => (await admin.get<{ storage: string }>('/health')).body.storage;
  expect(await state()).toBe('ok');
  const filler = fillDisk(disk);
  const page = await admin.get(`/api/v1/books/${book?.id}/pages/1?format=webp`);
  expect([page.status, await state()]).toEqual([200, 'full']);

  rmSync(filler);
  await vi.waitUntil(async () => (await state()) === 'ok', { interval: 200, timeout: 20_000 });
});

test.skipIf(!canMount)(
  'a disk that fills up during a scan ends the scan but not the server; the scan continues when space is available',
  {
    timeout: 60_000,
  },
  async () => {
    const disk = makeDisk('filling', 3);
    const dataDir = join(disk, 'data');
    const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };
    const program = serve({ dataDir, environment });
    const admin = await signIn(program, environment.LECTERN_ADMIN_PASSWORD);
    const made = await admin.post<{ id: string }>('/api/v1/libraries', { name: 'Books', path: library });
    const filler = fillDisk(disk);
    const status = async () =>
      (await admin.get<ScanStatus>(`/api/v1/libraries/${made.body.id}/scan-status`)).body;
    const response = await admin.post(`/api/v1/libraries/${made.body.id}/scan`);
    expect([202, 503, 507]).toContain(response.status);
    expect((await admin.get('/api/v1/books')).status).toBe(200);

    rmSync(filler);
    remount(disk, 'size=64m');
    // A scan that failed because of the full disk is requested again until one completes.
    const goOn = async () => {
      const { status: state, booksFound } = await status();
      if (state === 'completed' && booksFound === 2_000) return true;
      await admin.post(`/api/v1/libraries/${made.body.id}/scan`);
      return false;
    };
    await vi.waitUntil(goOn, { interval: 300, timeout: 45_000 });
    expect((await admin.get<{ total: number }>('/api/v1/books')).body.total).toBe(2_000);
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    checkDatabase(join(dataDir, 'lectern.db'));
  },
);

test.skipIf(!canMount)(
  'a full disk stops an import with a clear message; it continues when space is available',
  { timeout: 90_000 },
  async () => {
    const disk = makeDisk('moving-in', 8);
    const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };
    const program = serve({ dataDir: join(disk, 'data'), environment });
    const admin = await signIn(program, environment.LECTERN_ADMIN_PASSWORD);
    const { media, file } = await layOutKomga(join(folder, 'komga'), 'disk');
    const path = '/api/v1/admin/imports';
    const given = { path: file, maps: [{ from: '/mnt/comics', to: media }] };
    const full = fillDisk(disk);
    const refused = await admin.post<ErrorBody>(path, given);
    expect([refused.status, refused.body.error]).toEqual([507, 'insufficient_storage']);

    rmSync(full);
    const { body } = await admin.post<ImportDto>(path, given);
    const fullAgain = fillDisk(disk);
    const unstarted = await admin.post<ErrorBody>(`${path}/${body.id}/start`);
    expect([unstarted.status, unstarted.body.error]).toEqual([507, 'insufficient_storage']);
    expect((await admin.get<ImportDto>(`${path}/${body.id}`)).body.status).toBe('ready');

    rmSync(fullAgain);
    remount(disk, 'size=64m');
    expect((await admin.post(`${path}/${body.id}/start`)).status).toBe(202);
    const show = async () => (await admin.get<ImportDto>(`${path}/${body.id}`)).body;
    await vi.waitUntil(async () => (await show()).status !== 'running', { interval: 200, timeout: 45_000 });
    expect(await show()).toMatchObject({ status: 'completed', plan: { places: 2 } });
  },
);
