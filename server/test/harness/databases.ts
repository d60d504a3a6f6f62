// Creates an empty database of either kind for a test.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { type OpenedDatabase, openDatabase } from '#infrastructure/database/open.ts';
import { silentLog } from '#infrastructure/log.ts';
import { administerPostgres, copyPostgresTemplate } from './database-server/templates.ts';
import { isWholeRun } from './run/whole-run.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/**
 * Databases for tests whose SQL is the same on both: SQLite in `npm test`, both in `npm run test:all`. Tests of SQL
 * that differs between the databases use `databaseKinds`.
 */
export const testedDatabases: readonly DatabaseKind[] = isWholeRun ? databaseKinds : ['sqlite'];

export interface TestDatabase {
  /** Environment variables that configure the server to use this database. */
  environment: Record<string, string>;
  drop(): Promise<void>;
}

/**
 * Creates an empty database with the current schema. SQLite uses the test's data folder and is deleted with it.
 * PostgreSQL gets a separate database.
 */
export async function createTestDatabase(kind: DatabaseKind, dataDir: string): Promise<TestDatabase> {
  if (kind === 'postgres') return createPostgresDatabase(copyPostgresTemplate);
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(inject('sqliteTemplate'), join(dataDir, 'lectern.db'));
  return { environment: {}, async drop() {} };
}

/** Creates a database without a schema. */
export const createEmptyDatabase = async (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'postgres'
    ? createPostgresDatabase((url, name) => administerPostgres(url, `create database ${name}`))
    : { environment: {}, async drop() {} };

async function createPostgresDatabase(
  create: (url: string, name: string) => Promise<void>,
): Promise<TestDatabase> {
  const url = inject('postgresUrl');
  const name = `lectern_${randomBytes(6).toString('hex')}`;
  await create(url, name);
  return {
    environment: { LECTERN_DATABASE_POSTGRES: url + name },
    drop: () => administerPostgres(url, `drop database if exists ${name} with (force)`),
  };
}

/** Opens a migrated database of this kind, for tests below HTTP. */
export async function openTestDatabase(
  kind: DatabaseKind,
): Promise<OpenedDatabase & { drop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-database-'));
  const test = await createTestDatabase(kind, folder);
  const { config } = loadConfig({
    environment: { ...test.environment, LECTERN_DATA_DIR: folder },
    cwd: folder,
  });
  const database = await openDatabase(config, silentLog);
  return {
    ...database,
    async drop() {
      await database.close();
      await test.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
