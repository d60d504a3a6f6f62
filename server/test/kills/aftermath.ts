// Examines the state that a killed server leaves and the recovery of the next one. Shared by the tests that kill at
// random moments and at chosen steps.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@lectern/contract/identity/auth';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { loadConfig } from '#infrastructure/config/load.ts';
import { type OpenedDatabase, openDatabase } from '#infrastructure/database/open.ts';
import { silentLog } from '#infrastructure/log.ts';
import { type Client, createClient } from '../harness/client.ts';
import { isQuiet } from '../harness/is-quiet.ts';
import { expectStatus } from './drivers.ts';

/** A server process that the test will kill. */
export interface Victim {
  /** Resolves when the server listens. Rejects if the process exits before. */
  url(): Promise<string>;
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGUSR2'): void;
  ended: Promise<unknown>;
  /** Returns the log output, errors only. */
  err(): string;
}

/** The environment in which the servers run one after the other. */
export interface ServerLocation {
  /** Starts a server on the data folder or the PostgreSQL database. The administrator is `admin` with this password. */
  start(): Victim;
  password: string;
  dataDir: string;
  postgres?: string | undefined;
}

export interface LeftTask {
  id: string;
  type: string;
  attempts: number;
  interruptions: number;
  rerunRequested: number;
}

/** A task that has crashed several servers waits up to a minute for its next attempt. */
const dueMs = 180_000;
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns one message for each error in the log. */
export const findLogged = (victim: Victim): string[] =>
  victim
    .err()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))
    .map((line) => `log entry: ${line.slice(0, 1_500)}`);

export async function signIn(victim: Victim, password: string): Promise<Client> {
  const client = createClient(await victim.url());
  const session = await expectStatus(
    client.post<Session>('/api/v1/auth/login', { username: 'admin', password }),
    200,
  );
  return client.as({ authorization: `Bearer ${session.body.accessToken}` });
}

async function waitUntil(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const untilMs = performance.now() + dueMs; performance.now() < untilMs; await pause(20))
    if (await check()) return;
  throw new Error(`Too long: ${what}`);
}

/** Waits until no background work is waiting or running. */
export async function settle(admin: Client): Promise<void> {
  await waitUntil('background work', () => isQuiet(admin));
}

export async function scanToEnd(admin: Client, libraryId: string): Promise<void> {
  // Confirms removals: many files were deleted between scans, which the server may take for a missing disk.
  await expectStatus(admin.post(`/api/v1/libraries/${libraryId}/scan?confirmRemovals=true`), 202);
  await waitUntil('a scan', async () => {
    const { body } = await admin.get<ScanStatus>(`/api/v1/libraries/${libraryId}/scan-status`);
    if (body.status === 'failed') throw new Error(`The scan failed: ${body.errors.join('; ')}`);
    return body.status === 'completed';
  });
}

/**
 * Opens the database with a separate connection. SQLite is copied first, so that the next server finds the files as the
 * killed process left them. Throws if the file is damaged.
 */
export async function openCopy({ dataDir, postgres }: ServerLocation, folder: string, isRunning: boolean) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (postgres === undefined) copySqlite(dataDir, folder, isRunning);
  const environment = {
    LECTERN_DATA_DIR: folder,
    ...(postgres !== undefined && { LECTERN_DATABASE_POSTGRES: postgres }),
  };
  const database = await openDatabase(loadConfig({ environment, cwd: folder }).config, silentLog);
  if (postgres !== undefined) return database;
  const integrity = await sql<Record<string, unknown>>`pragma integrity_check`.execute(database.db);
  const foreign = await sql<Record<string, unknown>>`pragma foreign_key_check`.execute(database.db);
  const found = [...integrity.rows.filter((row) => row.integrity_check !== 'ok'), ...foreign.rows];
  if (found.length === 0) return database;
  await database.close();
  throw new Error(`The database is damaged: ${JSON.stringify(found.slice(0, 5))}`);
}

/**
 * Copies the database files including the log. If the server is running, makes a consistent copy through one
 * connection.
 */
function copySqlite(dataDir: string, folder: string, isRunning: boolean): void {
  if (isRunning) {
    const live = new Sqlite(join(dataDir, 'lectern.db'), { readonly: true });
    const found = live.pragma('integrity_check', { simple: true });
    live.prepare('vacuum into ?').run(join(folder, 'lectern.db'));
    live.close();
    if (found !== 'ok') throw new Error(`The database is damaged: ${String(found)}`);
    return;
  }
  for (const name of ['lectern.db', 'lectern.db-wal'])
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name));
}

/**
 * On PostgreSQL, a killed process is detected after a minute and unknown files are kept for an hour, because other
 * processes may be active. Simulates that both periods have passed.
 */
export async function letTimePass(options: ServerLocation): Promise<void> {
  if (options.postgres === undefined) return;
  const { config } = loadConfig({
    environment: { LECTERN_DATA_DIR: options.dataDir, LECTERN_DATABASE_POSTGRES: options.postgres },
    cwd: options.dataDir,
  });
  const database = await openDatabase(config, silentLog);
  await database.db.updateTable('task').set({ leaseUntil: 0 }).where('status', '=', 'running').execute();
  await database.close();
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  const folder = join(options.dataDir, 'thumbnails');
  if (!existsSync(folder)) return;
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (item.isFile()) utimesSync(join(item.parentPath, item.name), longAgo, longAgo);
}

/**
 * Reports interrupted or waiting tasks that did not end. Each may run once more, plus once for each kill in between.
 */
export async function findUnresumed(
  { db }: OpenedDatabase,
  left: readonly LeftTask[],
  maxRuns: number,
): Promise<string[]> {
  if (left.length === 0) return [];
  const rows = await db
    .selectFrom('task')
    .select(['id', 'type', 'status', 'attempts', 'interruptions', 'lastError'])
    .where(
      'id',
      'in',
      left.map(({ id }) => id),
    )
    .execute();
  return left.flatMap(({ id, type, attempts, interruptions, rerunRequested }) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [`task ${type} is missing`];
    if (row.status !== 'completed') return [`the task ${type} ${row.status}: ${row.lastError}`];
    // The count is lower if the task was requested again while it ran, which resets its attempts.
    const runs = row.attempts + row.interruptions - attempts - interruptions;
    return runs <= maxRuns || rerunRequested === 1
      ? []
      : [`task ${type} ran ${runs} times after the restart`];
  });
}

/** Reads the waiting and running tasks from the database. */
export const listLeftTasks = ({ db }: OpenedDatabase): Promise<LeftTask[]> =>
  db
    .selectFrom('task')
    .select(['id', 'type', 'attempts', 'interruptions', 'rerunRequested'])
    .where('status', 'in', ['pending', 'running'])
    .execute();
