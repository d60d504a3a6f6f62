// Empty template databases with the current schema. Copying one takes a tenth of the time of the migrations.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '#infrastructure/config/load.ts';
import { migrate } from '#infrastructure/database/migrate.ts';
import { openDatabase } from '#infrastructure/database/open.ts';
import { openSqlite } from '#infrastructure/database/sqlite/sqlite.ts';
import { silentLog } from '#infrastructure/log.ts';
import { createGraphileDelivery } from '#infrastructure/tasks/graphile-delivery.ts';
import { migrations } from '#schema/migrations.ts';

const templateName = 'lectern_template';

const open = (environment: Record<string, string>) =>
  openDatabase(loadConfig({ environment, cwd: tmpdir() }).config, silentLog);

/** `url` is the address of the server without a database name. */
export async function administerPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Includes the tables of the task queue, which the queue creates on first use. */
export async function makePostgresTemplate(url: string): Promise<void> {
  await administerPostgres(url, `create database ${templateName}`);
  const database = await open({ LECTERN_DATA_DIR: tmpdir(), LECTERN_DATABASE_POSTGRES: url + templateName });
  const { pool } = database.postgres ?? {};
  if (pool)
    await createGraphileDelivery({
      pool,
      isUnavailable: database.dialect.isUnavailable,
      clock: Date.now,
      concurrency: 1,
      log: silentLog,
    });
  await database.close();
}

export const copyPostgresTemplate = (url: string, name: string): Promise<void> =>
  administerPostgres(url, `create database ${name} template ${templateName}`);

/** Returns the path of the file. */
export async function makeSqliteTemplate(folder: string): Promise<string> {
  const database = await open({ LECTERN_DATA_DIR: folder });
  await database.close();
  return join(folder, 'lectern.db');
}

/**
 * Creates the SQLite database of the first released version in a data folder. Returns whether this version migrates
 * it: the first version does not.
 */
export async function makeFirstDatabase(folder: string): Promise<boolean> {
  const database = openSqlite(join(folder, 'lectern.db'));
  await migrate(database, { migrations: migrations.slice(0, 1), log: silentLog });
  await database.close();
  return migrations.length > 1;
}
