// Checks an uploaded database file: created by this program, intact, and of a known version. It is then migrated like
// any other database. Slow and synchronous, so it must not run in the server's thread.
import { rmSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';
import { StartError } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { Migration } from '#schema/migration.ts';
import type { Db } from './dialect.ts';
import { isOfDevelopment, madeInDevelopment, migrate } from './migrate.ts';
import { openPlainSqlite } from './sqlite/connection.ts';
import { openSqlite } from './sqlite/sqlite.ts';

export type DatabaseFault = 'not_a_backup' | 'damaged' | 'unexpected_content' | 'newer';

/** The file cannot be accepted. The message is a sentence for users. */
export class DatabaseRefused extends Error {
  readonly reason: DatabaseFault;

  constructor(reason: DatabaseFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseRefused';
    this.reason = reason;
  }
}

interface Options<T> {
  migrations: readonly Migration[];
  /** Called with the migrated database. */
  look(db: Db): Promise<T>;
}

/**
 * Checks integrity and origin of the file, migrates it in place and leaves it closed without companion files. Throws
 * DatabaseRefused, after which the file may be changed.
 */
export async function upgradeGivenDatabase<T>(
  file: string,
  { migrations, look }: Options<T>,
): Promise<{ found: T; isUpgraded: boolean }> {
  const applied = examine(file, migrations);
  await expectShape(file, migrations.slice(0, applied.length));
  const database = openSqlite(file);
  try {
    await migrate(database, { migrations, log: silentLog });
    return { found: await look(database.db), isUpgraded: applied.length < migrations.length };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new DatabaseRefused('damaged', error.message, error);
  } finally {
    await database.close();
  }
}

/** Checks the first 16 bytes of a file. */
export const startsLikeDatabase = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes).toString('latin1') === 'SQLite format 3\0';

/** Returns the names of the migrations of a database file, oldest first; an empty list if it has none. */
export function listMigrationsOf(file: string): string[] {
  const database = openPlainSqlite(file);
  try {
    return listApplied(database);
  } finally {
    database.close();
  }
}

function listApplied(database: SqliteDatabase.Database): string[] {
  const isThere = database
    .prepare("select 1 from sqlite_master where type = 'table' and name = 'migration'")
    .get();
  if (!isThere) return [];
  return database.prepare('select name from migration order by name').pluck().all().map(String);
}

function examine(file: string, migrations: readonly Migration[]): string[] {
  const database = open(file);
  try {
    const applied = listApplied(database);
    if (applied.length === 0)
      throw new DatabaseRefused('not_a_backup', 'The database was not created by Lectern');
    if (isOfDevelopment(applied, migrations))
      throw new DatabaseRefused('unexpected_content', `The backup ${madeInDevelopment}`);
    const unknown = applied.filter((name) => !migrations.some((known) => known.name === name));
    if (unknown.length > 0) {
      const names = unknown.slice(0, 5).join(', ').slice(0, 200);
      throw new DatabaseRefused(
        'newer',
        `The backup was created by a newer version of Lectern (migrations: ${names}); restore it with that version`,
      );
    }
    if (applied.some((name, i) => name !== migrations[i]?.name))
      throw new DatabaseRefused(
        'unexpected_content',
        'The database lacks migrations that precede applied ones',
      );
    const report = database.pragma('integrity_check(1)', { simple: true });
    if (report !== 'ok')
      throw new DatabaseRefused('damaged', `The database is damaged: ${String(report).slice(0, 200)}`);
    return applied;
  } catch (error) {
    throw toRefusal(error);
  } finally {
    database.close();
  }
}

function open(file: string): SqliteDatabase.Database {
  try {
    const database = openPlainSqlite(file);
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    return database;
  } catch (error) {
    throw toRefusal(error);
  }
}

function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_NOTADB')
    return new DatabaseRefused('not_a_backup', 'The file is not a database', error);
  if (/^SQLITE_(CORRUPT|ERROR|IOERR_SHORT_READ|SCHEMA|TOOBIG)/.test(code))
    return new DatabaseRefused('damaged', 'The database is damaged', error);
  return error;
}

/**
 * Verifies that the tables, indexes, triggers and views are exactly those of the migrations, because additional ones
 * would be executed with our permissions. Tables are compared by columns, because the databases rewrite the text of a
 * table when it is changed.
 */
async function expectShape(file: string, migrations: readonly Migration[]): Promise<void> {
  const model = `${file}.model`;
  const removeModel = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(model + end, { force: true });
  };
  removeModel();
  const fresh = openSqlite(model);
  try {
    await migrate(fresh, { migrations, log: silentLog });
  } finally {
    await fresh.close();
  }
  const wanted = readShape(model);
  const given = readShape(file);
  removeModel();
  for (const name of new Set([...wanted.keys(), ...given.keys()])) {
    if (wanted.get(name) === given.get(name)) continue;
    const what = wanted.has(name) ? (given.has(name) ? 'another' : 'no') : 'a strange';
    throw new DatabaseRefused('unexpected_content', `The database has ${what} ${name.slice(0, 100)}`);
  }
}

interface Thing {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

function readShape(file: string): Map<string, string> {
  const database = open(file);
  try {
    const all = database
      .prepare<[], Thing>(
        String.raw`select type, name, tbl_name, sql from sqlite_master where name not like 'sqlite\_%' escape '\'`,
      )
      .all();
    const virtual = all.filter(({ sql }) => /^create virtual/i.test(sql ?? '')).map(({ name }) => name);
    const isShadow = ({ tbl_name }: Thing) => virtual.some((name) => tbl_name.startsWith(`${name}_`));
    return new Map(all.map((one) => [`${one.type} ${one.name}`, describe(one, isShadow(one), database)]));
  } catch (error) {
    throw toRefusal(error);
  } finally {
    database.close();
  }
}

function describe(
  { type, name, tbl_name, sql }: Thing,
  isShadow: boolean,
  database: SqliteDatabase.Database,
): string {
  if (isShadow) return 'shadow';
  if (type !== 'table' || /^create virtual/i.test(sql ?? ''))
    return `${tbl_name} ${(sql ?? '').replace(/\s+/g, ' ')}`;
  const columns = database.prepare('select name from pragma_table_xinfo(?)').pluck().all(name);
  return columns.join(' ');
}
