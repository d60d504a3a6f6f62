// Opens the configured database and migrates it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEvent } from 'kysely';
import type { Pool } from 'pg';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { type Log, silentLog } from '#infrastructure/log.ts';
import { migrations } from '#schema/migrations.ts';
import type { DatabaseSetting } from './data-folder-faults.ts';
import type { Database, ReaderThread } from './dialect.ts';
import { compareMigrations, migrate } from './migrate.ts';
import { openPostgres } from './postgres/postgres.ts';
import { copySqliteFile, openSqlite, requireSqlite } from './sqlite/sqlite.ts';

/** The configuration key of the SQLite file. */
export const databaseFileKey = 'database.sqlite';

/** Returns the path of the SQLite file; undefined for PostgreSQL. */
export function findDatabaseFile({
  database,
  dataDir,
}: Pick<Config, 'database' | 'dataDir'>): string | undefined {
  return database.postgres === undefined ? (database.sqlite ?? join(dataDir, 'lectern.db')) : undefined;
}

/** The setting that names the folder of an embedded database. */
export const findDatabaseSetting = ({ database }: Pick<Config, 'database'>): DatabaseSetting =>
  database.sqlite === undefined ? '--data-dir' : databaseFileKey;

/** Makes a consistent copy of a database file that a server may be using. Throws like copySqliteFile. */
export const copyDatabaseFile: typeof copySqliteFile = copySqliteFile;

export interface OpenedDatabase extends Database {
  /** On PostgreSQL, the pool and its address, for code that needs more than SQL. */
  readonly postgres?: { pool: Pool; url: string };
  /** Number of statements of this process so far. */
  countStatements(): number;
}

/** Called with every statement, to count them. */
type OnStatement = (sql: string) => void;

interface OpenOptions {
  /** False next to a server that uses the same file. A database of another version is then refused. */
  migrates?: boolean;
  onStatement?: OnStatement | undefined;
}

export async function openDatabase(
  config: Config,
  log: Log,
  { migrates = true, onStatement }: OpenOptions = {},
): Promise<OpenedDatabase> {
  let asked = 0;
  const count: OnStatement = (sql) => {
    asked++;
    onStatement?.(sql);
  };
  const database = await open(config, { log, onStatement: count });
  try {
    const backupFolder = join(config.dataDir, 'backups');
    if (migrates) await migrate(database, { migrations, backupFolder, log });
    else await requireMigrated(database, backupFolder);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { readerThread } = database;
  const counted: ReaderThread = {
    rows(query) {
      count(query.sql);
      return readerThread.rows(query);
    },
  };
  return { ...database, readerThread: counted, countStatements: () => asked };
}

async function requireMigrated(database: Database, backupFolder: string): Promise<void> {
  const { missing } = await compareMigrations(database, { migrations, backupFolder });
  if (missing.length > 0)
    throw new StartError('The running server is an older version of Lectern. Stop it and try again');
}

export type OpenedAsItIs = Omit<OpenedDatabase, 'countStatements'>;

/** Opens the database without migrating it. Throws StartError. */
export const openAsItIs = (config: Config, log: Log): Promise<OpenedAsItIs> =>
  open(config, { log, onStatement: () => {} });

/**
 * Throws StartError if the configured database cannot be used: the file is not a database, the server refuses the
 * connection, or the role lacks rights. Changes nothing.
 */
export async function requireOpenable(config: Config): Promise<void> {
  const file = findDatabaseFile(config);
  if (file !== undefined) {
    if (existsSync(file)) requireSqlite(file, findDatabaseSetting(config));
    return;
  }
  const database = await openAsItIs(config, silentLog);
  try {
    await compareMigrations(database, { migrations, backupFolder: join(config.dataDir, 'backups') });
  } finally {
    await database.close();
  }
}

/** Returns time and version of a PostgreSQL server; undefined for SQLite. */
export async function readServerFacts({
  postgres,
}: Pick<OpenedDatabase, 'postgres'>): Promise<{ nowMs: number; version: string } | undefined> {
  if (postgres === undefined) return undefined;
  const { rows } = await postgres.pool.query<{ now: number; version: string }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as now, current_setting('server_version') as version",
  );
  const [row] = rows;
  return row && { nowMs: Number(row.now), version: `PostgreSQL ${row.version}` };
}

interface Opening {
  log: Log;
  onStatement: OnStatement;
}

async function open(config: Config, { log, onStatement }: Opening): Promise<OpenedAsItIs> {
  const logging = { log: ({ query }: LogEvent) => onStatement(query.sql) };
  const file = findDatabaseFile(config);
  if (file !== undefined) return openSqlite(file, { ...logging, setting: findDatabaseSetting(config) });
  const url = config.database.postgres ?? '';
  const onError = (error: Error) => log.warn({ error: error.message }, 'lost a database connection');
  const opened = await openPostgres({ url, poolSize: config.database.poolSize, onError, logging });
  return { ...opened, postgres: { pool: opened.pool, url } };
}
