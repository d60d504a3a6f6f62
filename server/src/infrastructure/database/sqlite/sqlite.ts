// The SQLite database: one file, WAL, one writer and one reader connection in this thread, others for long queries.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  type KyselyConfig,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { messageOf, Problem, reason, StartError } from '#infrastructure/errors.ts';
import { toSentence } from '#infrastructure/files/faults/explain.ts';
import { findFreeBytes } from '#infrastructure/files/free-bytes.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { sqliteDdl } from '#schema/ddl.ts';
import type { Schema } from '#schema/schema.ts';
import { isInBackground } from '../background.ts';
import {
  type DatabaseSetting,
  explainDatabaseFile,
  explainDataFolder,
  requireDatabaseFile,
} from '../data-folder-faults.ts';
import type { Database, DatabaseDialect, IdRows } from '../dialect.ts';
import { sqliteTextSearch } from '../text-search.ts';
import { Checkpoints } from './checkpoints.ts';
import { openPlainSqlite, openSqliteConnection } from './connection.ts';
import { createSqliteDriver } from './driver.ts';
import { createReadingThread } from './reading-thread.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const sqliteDialect: DatabaseDialect = {
  name: 'sqlite',
  isShared: false,
  ddl: sqliteDdl,
  maxParameters: 32_000,
  textSearch: sqliteTextSearch,
  shuffled: (id, seed) => sql`shuffled(${id}, ${seed})`,
  unindexed: (order) => sql`+${order}`,
  isMember,
  isGathered: isMember,
  // Only one transaction writes at a time.
  holdingRows: sql``,
  lockingRows: sql``,
  sharingRows: sql``,
  findUniqueViolation(error) {
    const code = codeOf(error);
    if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return undefined;
    // SQLite reports columns (`table.a, table.b`). Constraints are named after them: table_a_b_key.
    const columns = messageOf(error)
      .replace(/^.*constraint failed: /, '')
      .split(', ');
    const [table = ''] = (columns[0] ?? '').split('.');
    return `${table}_${columns.map((column) => column.split('.')[1]).join('_')}_key`;
  },
  isMissingReference: (error) => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  isOutOfSpace: (error) => ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY'].includes(codeOf(error)),
  isUnavailable: () => false,
  // Every transaction holds the write lock from its first statement.
  async lock() {},
};

/** SQLite reads the set once, whether rows are looked up or compared with it. */
function isMember(id: RawBuilder<unknown>, { column, rows }: IdRows): RawBuilder<unknown> {
  return sql`${id} in (select ${column} ${rows})`;
}

/**
 * Opens the file, creating it and its folder if necessary. Throws StartError if it cannot be written or is not a
 * database.
 */
export function openSqlite(
  file: string,
  { setting = '--data-dir', ...logging }: Pick<KyselyConfig, 'log'> & { setting?: DatabaseSetting } = {},
): Database {
  prepareFile(file, setting);
  // The last connection that is closed deletes the log.
  const wasCutOff = existsSync(`${file}-wal`);
  let writer: SqliteDatabase.Database;
  let reader: SqliteDatabase.Database;
  try {
    writer = openSqliteConnection(file);
    reader = openSqliteConnection(file);
  } catch (cause) {
    throw new StartError(explainOpen(file, cause, setting), { cause });
  }
  const thread = createReadingThread(file);
  const backgroundReader = createReadingThread(file, { limitMs: Infinity });
  const checkpoints = new Checkpoints({ writer, reader, backgroundReader });
  const driver = createSqliteDriver({ writer, reader, onWritten: () => checkpoints.onWritten() });
  const db = new Kysely<Schema>({
    ...logging,
    dialect: {
      createAdapter,
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    db,
    dialect: sqliteDialect,
    readerThread: { rows: (query) => (isInBackground() ? backgroundReader : thread).rows(query) },
    wasCutOff,
    shrink() {
      for (const connection of [writer, reader]) connection.pragma('shrink_memory');
    },
    async listDamages() {
      const rows = await backgroundReader.rows<{ quick_check: string }>(
        CompiledQuery.raw('pragma quick_check(20)'),
      );
      return rows.map((row) => row.quick_check).filter((found) => found !== 'ok');
    },
    transaction: (work) => db.transaction().execute(work),
    copy: (to) => backUpSqlite(file, to),
    async ping() {
      await sql`select 1`.execute(db);
    },
    async close() {
      checkpoints.stop();
      await Promise.all([thread.close(), backgroundReader.close()]);
      if (writer.open) optimise(writer);
      await db.destroy();
    },
  };
}

/** Updates statistics for the planner. A full disk must not keep the file open. */
function optimise(writer: SqliteDatabase.Database): void {
  try {
    writer.pragma('optimize');
  } catch {
    // The next end of the program will do it.
  }
}

/**
 * Overrides of the stock adapter, which would delay all reads until a transaction ends, although our driver reads
 * during writes. SQLite also supports DDL in transactions, so that a migration is applied completely or not at all.
 */
const createAdapter = (): SqliteAdapter =>
  Object.defineProperties(new SqliteAdapter(), {
    supportsMultipleConnections: { value: true },
    supportsTransactionalDdl: { value: true },
  });

function prepareFile(file: string, setting: DatabaseSetting): void {
  const fault = explainDatabaseFile(file, setting);
  if (fault !== undefined) throw new StartError(toSentence(fault));
  try {
    makeFolder(dirname(file));
  } catch (cause) {
    throw new StartError(explainOpen(file, cause, setting), { cause });
  }
}

/** Throws StartError if an existing file is no database. Changes nothing. */
export function requireSqlite(file: string, setting: DatabaseSetting): void {
  try {
    const database = openPlainSqlite(file);
    try {
      database.pragma('schema_version');
    } finally {
      database.close();
    }
  } catch (cause) {
    throw new StartError(explainOpen(file, cause, setting), { cause });
  }
}

function explainOpen(file: string, cause: unknown, setting: DatabaseSetting): string {
  const code = codeOf(cause);
  const ofFolder = explainDataFolder(dirname(file), cause, { file, setting });
  if (ofFolder) return ofFolder;
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
    return `${file} is not a Lectern database or is damaged; move it away or restore a backup`;
  return `The database ${file} cannot be opened: ${messageOf(cause)}`;
}

/** Number of pages that are copied per step, before others get their turn. */
const pagesAtOnce = 256;

/**
 * Writes a consistent copy of the committed state at its start, in steps while the database is in use. Uses a separate
 * connection with a fixed snapshot: from a connection in a transaction, SQLite would copy a part of the transaction, or
 * nothing without an error. Throws insufficient_storage if the disk is full.
 */
async function backUpSqlite(from: string, to: string, atOnce = pagesAtOnce): Promise<void> {
  const source = openPlainSqlite(from);
  try {
    source.exec('begin; select 1 from sqlite_master limit 1');
    const sizeOf = (what: string) => Number(source.pragma(what, { simple: true }));
    const sizeBytes = sizeOf('page_count') * sizeOf('page_size');
    if ((await findFreeBytes(dirname(to))) < sizeBytes)
      throw new Problem('insufficient_storage', reason('data_disk_full'));
    await source.backup(to, { progress: () => atOnce });
  } finally {
    source.close();
  }
}

/**
 * Copies a file that another process may have open, in one step, which does not block anyone there. Throws StartError
 * if the database does not exist, insufficient_storage if the disk is full.
 */
export async function copySqliteFile(
  from: string,
  to: string,
  setting: DatabaseSetting = '--data-dir',
): Promise<void> {
  requireDatabaseFile(from, setting);
  try {
    await backUpSqlite(from, to, 0x7fffffff);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new StartError(explainOpen(from, cause, setting), { cause });
  }
}

/** Copies the database to another file in one step. Used at start, before any request. */
export async function copySqlite(db: Database['db'], file: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('vacuum into ?', [file]));
}
