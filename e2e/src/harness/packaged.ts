// Verifies an installed program: it finds books, serves their pages and the client, stops on request, and upgrades the
// previous version.
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz, makeFirstDatabase, writeFiles } from '@lectern/server/testing';
import { expect } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import type { Program } from './program.ts';
import { makeFolder, readPassword, serve, signIn, waitForTasks } from './server.ts';
import { changeDatabase } from './sqlite.ts';

/** An account that owns no files, on every Linux. */
export const nobody = 65_534;

export interface Installation {
  books: string;
  dataDir: string;
  folder: string;
}

/** Creates a book and a data folder that this account owns. */
export async function makeInstallation(uid?: number): Promise<Installation> {
  const folder = makeFolder();
  const books = join(folder, 'Comics');
  const dataDir = join(folder, 'data');
  mkdirSync(books);
  mkdirSync(dataDir, { mode: 0o700 });
  writeFiles(books, { 'Saga/Saga 1.cbz': await makeCbz() });
  if (uid !== undefined) run('chown', ['-R', String(uid), folder], folder);
  return { books, dataDir, folder };
}

/** Verifies that a command serves a library in a new folder. Returns the data folder. */
export async function proveThatItServes(command: string, options: { uid?: number } = {}): Promise<string> {
  const { books, dataDir, folder } = await makeInstallation(options.uid);
  await proveThatProgramServes(serve({ dataDir, libraries: [books], command, cwd: folder, ...options }));
  return dataDir;
}

/** Verifies a program on its first start with one book, and stops it. */
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
  /** The previous and the next version, on the same library and data. */
  startBefore(): Program;
  upgrade(): void | Promise<void>;
  startAfter(): Program;
}

/** Verifies that progress made with the previous version is kept by the version installed over it. */
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
/** Version number of the packages that represent the previous version. */
export const versionBefore = '0.0.9';

async function findVersion(program: Program): Promise<unknown> {
  const answer = await fetch(`${await program.url()}/health`);
  return ((await answer.json()) as { version: unknown }).version;
}

/**
 * Verifies that a program serves a data folder with a database of the first version, after a backup if it migrates the
 * database, and rejects a database of a newer version with a message.
 */
export async function proveThatItMigrates(start: () => Program, dataDir: string): Promise<void> {
  const { uid, gid } = statSync(dataDir);
  const database = join(dataDir, 'lectern.db');
  const isMigrated = await makeFirstDatabase(dataDir);
  chownSync(database, uid, gid);
  const program = start();
  expect((await fetch(`${await program.url()}/health`)).status).toBe(200);
  await stop(program);
  const backups = join(dataDir, 'backups');
  const copies = existsSync(backups) ? readdirSync(backups) : [];
  expect(copies).toEqual(isMigrated ? [expect.stringMatching(/^before-migration-.*\.db$/)] : []);
  changeDatabase(database, "insert into migration (name, timestamp) values ('9999-newer', '2030-01-01')");
  const refused = start();
  expect(await refused.ended).toMatchObject({ code: 1 });
  expect(refused.err()).toMatch(
    /^The database was created by a newer version of Lectern \(migrations: 9999-newer\); start that version/m,
  );
}

/** Docker and systemd kill a process that has not ended after this time. */
const stopMs = 10_000;

async function stop(program: Program, exitCode = 0): Promise<void> {
  const startedMs = Date.now();
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: exitCode });
  expect(Date.now() - startedMs).toBeLessThan(stopMs);
}
