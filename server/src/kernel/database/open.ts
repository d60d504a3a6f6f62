// Opens the database that the configuration names and brings it up to date.
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '#kernel/config/schema.ts';
import type { Log } from '#kernel/log.ts';
import { migrations } from '#schema/migrations.ts';
import type { Database } from './dialect.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenedDatabase extends Database {
  /** On PostgreSQL the pool and its address, for the parts that speak to it beyond SQL. */
  readonly postgres?: { pool: Pool; url: string };
}

export async function openDatabase(config: Config, log: Log): Promise<OpenedDatabase> {
  const database = await open(config, log);
  try {
    await migrate(database, { migrations, backupFolder: join(config.dataDir, 'backups'), log });
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function open(config: Config, log: Log): Promise<OpenedDatabase> {
  const url = config.database.postgres;
  if (url === undefined) return openSqlite(config.database.sqlite ?? join(config.dataDir, 'lectern.db'));
  const onError = (error: Error) => log.warn({ error: error.message }, 'lost a database connection');
  const opened = await openPostgres({ url, poolSize: config.database.poolSize, onError });
  return { ...opened, postgres: { pool: opened.pool, url } };
}
