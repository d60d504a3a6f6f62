// An installed program under proof: it finds the books, serves their pages and the client, ends when it is told to, and is
// installed over the version before.
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz, makeFirstDatabase, writeFiles } from '@lectern/server/testing';
import { expect } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import type { Program } from './program.ts';
import { makeFolder, readPassword, serve, signIn, waitForTasks } from './server.ts';
import { changeDatabase } from './sqlite.ts';

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
  const reference = await fetch(`${await program.url()}/api/docs/swagger-ui-bundle.js`);
  expect([reference.status, (await reference.arrayBuffer()).byteLength > 1_000_000]).toEqual([200, true]);
  const page = await fetch(await program.url());
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  await stop(program, exitCode);
}

export interface Upgrade {
  /** The version before and the one after it, on the same library and data. */
  startBefore(): Program;
  upgrade(): void | Promise<void>;
  startAfter(): Program;
}

/** What was read with the version before is known to the one that is installed over it. */
export async function proveThatItUpgrades({ startBefore, upgrade, startAfter }: Upgrade): Promise<void> {
  const before = startBefore();
  const password = await readPassword(before);
  const admin = await signIn(before, password);
  await waitForTasks(admin);
  const { body } = await admin.get<{ data: { id: string }[] }>('/api/v1/books');
  const progress = `/api/v1/books/${body.data[0]?.id}/progress`;
  await admin.put(progress, { currentPage: 2 });
  expect(await findVersion(before)).toBe(versionBefore);
  await stop(before);
  await upgrade();
  const after = startAfter();
  const again = await signIn(after, password);
  expect((await again.get(progress)).body).toMatchObject({ currentPage: 2 });
  expect(await findVersion(after)).toBe(version);
  await stop(after);
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
/** Of packages that stand for the version before. */
export const versionBefore = '0.0.9';

async function findVersion(program: Program): Promise<unknown> {
  const answer = await fetch(`${await program.url()}/health`);
  return ((await answer.json()) as { version: unknown }).version;
}

/**
 * A program on a data folder with a database of the first schema brings that up to date, having copied it, and refuses one
 * of a newer version in a sentence.
 */
export async function proveThatItMigrates(start: () => Program, dataDir: string): Promise<void> {
  const { uid, gid } = statSync(dataDir);
  const database = join(dataDir, 'lectern.db');
  await makeFirstDatabase(dataDir);
  chownSync(database, uid, gid);
  const program = start();
  expect((await fetch(`${await program.url()}/health`)).status).toBe(200);
  await stop(program);
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([expect.stringMatching(/^before-migration-.*\.db$/)]);
  changeDatabase(database, "insert into migration (name, timestamp) values ('9999-newer', '2030-01-01')");
  const refused = start();
  expect(await refused.ended).toMatchObject({ code: 1 });
  expect(refused.err()).toMatch(
    /^The database was made by a newer Lectern \(it knows 9999-newer\); start that version/m,
  );
}

/** Docker and systemd kill what has not ended by then. */
const stopMs = 10_000;

async function stop(program: Program, exitCode = 0): Promise<void> {
  const startedMs = Date.now();
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: exitCode });
  expect(Date.now() - startedMs).toBeLessThan(stopMs);
}
