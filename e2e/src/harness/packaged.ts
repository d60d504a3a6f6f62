// An installed program under proof: it finds the books, serves their pages and the client, and ends when it is told to.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { expect } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import type { Program } from './program.ts';
import { makeFolder, readPassword, serve, signIn, waitForTasks } from './server.ts';

/** An account that owns nothing, on every Linux. */
export const nobody = 65_534;

export interface Place {
  books: string;
  dataDir: string;
  folder: string;
}

/** A book, and a place for data, both of that account. */
export async function makePlace(uid?: number): Promise<Place> {
  const folder = makeFolder();
  const [books, dataDir] = [join(folder, 'Comics'), join(folder, 'data')];
  mkdirSync(books);
  mkdirSync(dataDir, { mode: 0o700 });
  writeFiles(books, { 'Saga/Saga 1.cbz': await makeCbz() });
  if (uid !== undefined) run('chown', ['-R', String(uid), folder], folder);
  return { books, dataDir, folder };
}

/** A command serves a library in a folder of its own. Gives the data folder. */
export async function proveThatItServes(command: string, options: { uid?: number } = {}): Promise<string> {
  const { books, dataDir, folder } = await makePlace(options.uid);
  await proveThatProgramServes(serve({ dataDir, libraries: [books], command, cwd: folder, ...options }));
  return dataDir;
}

/** A program that was just started for the first time, with one book. It is ended. */
export async function proveThatProgramServes(program: Program, { exitCode = 0 } = {}): Promise<void> {
  const admin = await signIn(program, await readPassword(program));
  await waitForTasks(admin);
  const { body } = await admin.get<{ data: { id: string }[] }>('/api/v1/books');
  const id = body.data[0]?.id;
  expect((await admin.get(`/api/v1/books/${id}/pages/1`)).status).toBe(200);
  expect((await admin.get(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
  const page = await fetch(await program.url());
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  await stop(program, exitCode);
}

/** Docker and systemd kill what has not ended by then. */
const stopMs = 10_000;

export async function stop(program: Program, exitCode = 0): Promise<void> {
  const startedMs = Date.now();
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: exitCode });
  expect(Date.now() - startedMs).toBeLessThan(stopMs);
}
