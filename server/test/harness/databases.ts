// A fresh database of either kind for a test.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { loadConfig } from '#kernel/config/load.ts';
import { type OpenedDatabase, openDatabase } from '#kernel/database/open.ts';
import { silentLog } from '#kernel/log.ts';

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export interface TestDatabase {
  /** Variables that make the program use it. */
  environment: Record<string, string>;
  drop(): Promise<void>;
}

/** SQLite lives in the test's data folder and goes with it; PostgreSQL gets a database of its own. */
export async function createTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'sqlite') return { environment: {}, async drop() {} };
  const url = inject('postgresUrl');
  const name = `lectern_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name}`);
  return {
    environment: { LECTERN_DATABASE_POSTGRES: url + name },
    drop: () => administer(url, `drop database if exists ${name} with (force)`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated database of the kind, for tests below HTTP. */
export async function openTestDatabase(
  kind: DatabaseKind,
): Promise<OpenedDatabase & { drop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-database-'));
  const test = await createTestDatabase(kind);
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
