// Opens the database that the configuration names and brings it up to date.
import { join } from 'node:path';
import type { LogEvent } from 'kysely';
import type { Pool } from 'pg';
import type { Config } from '#kernel/config/schema.ts';
import type { Log } from '#kernel/log.ts';
import { migrations } from '#schema/migrations.ts';
import type { Apart, Database } from './dialect.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenedDatabase extends Database {
  /** On PostgreSQL the pool and its address, for the parts that speak to it beyond SQL. */
  readonly postgres?: { pool: Pool; url: string };
  /** Statements that this process has asked so far. */
  countStatements(): number;
}

/** Told of every statement, for those who count them. */
export type OnStatement = (sql: string) => void;

export async function openDatabase(
  config: Config,
  log: Log,
  onStatement?: OnStatement,
): Promise<OpenedDatabase> {
  let asked = 0;
  const count: OnStatement = (sql) => {
    asked++;
    onStatement?.(sql);
  };
  const database = await open(config, { log, onStatement: count });
  try {
    await migrate(database, { migrations, backupFolder: join(config.dataDir, 'backups'), log });
  } catch (error) {
    await database.close();
    throw error;
  }
  const { apart } = database;
  const counted: Apart | undefined = apart && {
    rows(query) {
      count(query.sql);
      return apart.rows(query);
    },
    numbers(query) {
      count(query.sql);
      return apart.numbers(query);
    },
  };
  return { ...database, ...(counted && { apart: counted }), countStatements: () => asked };
}

interface Opening {
  log: Log;
  onStatement: OnStatement;
}

async function open(
  config: Config,
  { log, onStatement }: Opening,
): Promise<Omit<OpenedDatabase, 'countStatements'>> {
  const url = config.database.postgres;
  const logging = { log: ({ query }: LogEvent) => onStatement(query.sql) };
  if (url === undefined)
    return openSqlite(config.database.sqlite ?? join(config.dataDir, 'lectern.db'), logging);
  const onError = (error: Error) => log.warn({ error: error.message }, 'lost a database connection');
  const opened = await openPostgres({ url, poolSize: config.database.poolSize, onError, logging });
  return { ...opened, postgres: { pool: opened.pool, url } };
}
