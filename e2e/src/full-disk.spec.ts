// A data folder on a disk that is full, or becomes so: a small file system in memory, where one can be made.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/scanning';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeBigLibrary } from './harness/big-library.ts';
import { endAllPrograms } from './harness/program.ts';
import { serve, signIn } from './harness/server.ts';
import { checkDatabase } from './harness/sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-disk-'));
const canMount = process.getuid?.() === 0 && tryMount(join(folder, 'try'), 1);
const library = join(folder, 'books');

function tryMount(at: string, megabytes: number): boolean {
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'lectern', at], { stdio: 'ignore' });
    return true;
  } catch {
    rmdirSync(at);
    return false;
  }
}

function unmount(at: string): void {
  execFileSync('umount', ['--lazy', at]);
  rmdirSync(at);
}

/** A disk of its own, with all but so many bytes taken. */
function makeDisk(name: string, megabytes: number): string {
  const at = join(folder, name);
  if (!tryMount(at, megabytes)) throw new Error('There is no disk to fill');
  onTestFinished(() => {
    endAllPrograms();
    unmount(at);
  });
  return at;
}

/** Takes what is free; gives the file that took it. */
function fill(disk: string): string {
  const file = join(disk, 'filler');
  try {
    for (let n = 0; n < 1000; n++) writeFileSync(file, Buffer.alloc(16 * 1024), { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return file;
}

beforeAll(() => makeBigLibrary(library, 2_000));
afterAll(() => {
  if (canMount) unmount(join(folder, 'try'));
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!canMount)('a start on a full disk is refused in a sentence', async () => {
  const disk = makeDisk('full', 1);
  fill(disk);
  const program = serve({ dataDir: join(disk, 'data') });
  expect((await program.ended).code).toBe(1);
  expect(program.out()).toBe('');
  expect(program.err()).toMatch(
    /^The disk of the data folder \S+ is full; free some space, or choose another with --data-dir\n$/,
  );
});

test.skipIf(!canMount)(
  'a disk that fills during a scan ends the scan, not the server; with space it goes on',
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
    const filler = fill(disk);
    const status = async () =>
      (await admin.get<ScanStatus>(`/api/v1/libraries/${made.body.id}/scan-status`)).body;
    const asked = await admin.post(`/api/v1/libraries/${made.body.id}/scan`);
    expect([202, 503, 507]).toContain(asked.status);
    expect((await admin.get('/api/v1/books')).status).toBe(200);

    rmSync(filler);
    execFileSync('mount', ['-o', 'remount,size=64m', disk]);
    // A scan that failed for want of space is asked for again until one comes to its end.
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
