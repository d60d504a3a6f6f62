// A server that is stopped during its first scan, and the next start, which completes the scan.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Client } from '@lectern/server/testing';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { makeBigLibrary } from './books/big-library.ts';
import type { Program } from './program.ts';
import { makeFolder, serve, signIn } from './server.ts';
import { checkDatabase } from './sqlite.ts';

const bookCount = 3_000;
const seriesCount = bookCount / 20;

/** Creates a library that takes some seconds to scan. Returns its folder. */
export function makeLibraryToScan(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-big-'));
  beforeAll(() => makeBigLibrary(folder, bookCount));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const password = 'a password of my own';
/** One reading process, so that the scan is still running when it is stopped. */
export const environment = { LECTERN_ADMIN_PASSWORD: password, LECTERN_SCANNER_CONCURRENCY: '1' };

async function waitUntilInMidScan(admin: Client): Promise<void> {
  const look = async () => {
    const [scan] = (await admin.get<{ scans: ScanStatus[] }>('/api/v1/scans/active')).body.scans;
    return scan !== undefined && scan.filesProcessed > 0 && scan.filesProcessed < bookCount * 0.8;
  };
  await vi.waitUntil(look, { interval: 10, timeout: 20_000 });
}

/** Starts a server and its first scan after the preparation. */
export async function startInMidScan(
  library: string,
  prepare: (program: Program, admin: Client) => Promise<void> = async () => {},
): Promise<{ program: Program; dataDir: string }> {
  const dataDir = join(makeFolder(), 'data');
  const program = serve({ dataDir, environment });
  const admin = await signIn(program, password);
  await prepare(program, admin);
  const wanted = { name: 'Books', path: library, scanImmediately: true };
  expect((await admin.post('/api/v1/libraries', wanted)).status).toBe(201);
  await waitUntilInMidScan(admin);
  return { program, dataDir };
}

/** Verifies that the next start resumes the scan and ends with every book exactly once and without errors. */
export async function expectResumed(dataDir: string): Promise<void> {
  const program = serve({ dataDir, environment: { LECTERN_ADMIN_PASSWORD: password } });
  await program.waitFor(new RegExp(`: ${bookCount.toLocaleString('en')} books in ${seriesCount} series`));
  const admin = await signIn(program, password);
  const books: BookDto[] = [];
  for (let page = 1; page <= bookCount / 500; page++) {
    const { body } = await admin.get<{ data: BookDto[] }>(`/api/v1/books?pageSize=500&page=${page}`);
    books.push(...body.data);
  }
  expect(new Set(books.map(({ path }) => path)).size).toBe(bookCount);
  expect(books.every(({ analyzed, pageCount }) => analyzed && pageCount >= 2)).toBe(true);
  const errors = await admin.get<{ totalBooksWithErrors: number }>('/api/v1/books/errors');
  expect(errors.body.totalBooksWithErrors).toBe(0);
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  checkDatabase(join(dataDir, 'lectern.db'));
}
