// A database file of another program: copied with its log, checked for integrity, and only read. It is untrusted:
// nothing in it is executed, and values of an unexpected type are ignored.
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { messageOf, type Reason, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { startsLikeDatabase } from '../restorable.ts';
import { openPlainSqlite } from '../sqlite/connection.ts';

/** The file cannot be read. The message is a sentence for users. */
export class GivenDatabaseRefused extends Error {
  readonly reason: Reason;

  constructor(why: Reason | string, options?: ErrorOptions) {
    const known = typeof why === 'string' ? reason('import_refused', { message: why }) : why;
    super(known.message, options);
    this.name = 'GivenDatabaseRefused';
    this.reason = known;
  }
}

export type GivenRow = Readonly<Record<string, unknown>>;

export interface GivenDatabase {
  /** The folder of the file, which may contain further files of its program; undefined if the source is not a file. */
  folder: string | undefined;
  /** Schema version that its program may have set; 0 if not set. */
  version: number;
  /** Returns whether a table with this name exists. Views do not count. */
  has(table: string): boolean;
  /**
   * Returns these columns of all rows, or of rows with these values. A missing column is undefined. A missing table has
   * no rows.
   */
  read(
    table: string,
    columns: readonly string[],
    values?: Readonly<Record<string, string | number>>,
  ): GivenRow[];
  /** Same as `read`, row by row, for tables that may be large. */
  each(
    table: string,
    columns: readonly string[],
    values?: Readonly<Record<string, string | number>>,
  ): Iterable<GivenRow>;
  /**
   * Returns a function for repeated lookups of rows by a column, which should have an index. A missing table or column
   * has no rows.
   */
  lookUp(table: string, columns: readonly string[], column: string): (value: string | number) => GivenRow[];
}

/** Prefix of the folders that contain copies while they are read. */
export const scratchPrefix = 'moving-in-';

/** Size of a database with its log. */
export const maxGivenBytes = 8 * 1024 ** 3;
/** More rows than the largest tables of these programs have. */
export const maxRows = 5_000_000;
const maxAttempts = 5;

/**
 * Opens a copy below `scratch` while `use` runs. Throws GivenDatabaseRefused for a file that is not a database, is
 * encrypted, damaged, too large, or is written continuously.
 */
export async function withGivenDatabase<T>(
  file: string,
  scratch: string,
  use: (database: GivenDatabase) => T,
): Promise<T> {
  const folder = await mkdtemp(join(scratch, scratchPrefix));
  try {
    const copy = join(folder, 'copy.db');
    await copyWhole(file, copy);
    return readCopy(file, copy, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyWhole(file: string, copy: string): Promise<void> {
  const start = await readStart(file).catch((cause: unknown) => refuse(file, cause));
  if (!startsLikeDatabase(start)) throw new GivenDatabaseRefused(reason('import_no_database', { file }));
  for (let attempt = 1; ; attempt++) {
    const before = await stamp(file);
    if (before.sizeBytes > maxGivenBytes)
      throw new GivenDatabaseRefused(
        reason('import_file_too_large', { file, max: maxGivenBytes / 1024 ** 3 }),
      );
    try {
      for (const end of endings) await copyEnding(file, copy, end);
    } catch (cause) {
      refuse(file, cause);
    }
    if ((await stamp(file)).text === before.text) return;
    if (attempt === maxAttempts)
      throw new GivenDatabaseRefused(reason('import_busy', { file: basename(file) }));
  }
}

async function readStart(file: string): Promise<Uint8Array> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

/** The file, the write-ahead log, and the journal of an interrupted write. */
const endings = ['', '-wal', '-journal'];

/** A missing log or journal is skipped. */
async function copyEnding(from: string, to: string, end: string): Promise<void> {
  await rm(to + end, { force: true });
  await copyFile(from + end, to + end).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT' || end === '') throw error;
  });
}

async function stamp(file: string): Promise<{ text: string; sizeBytes: number }> {
  const found = await Promise.all(endings.map((end) => stat(file + end).catch(() => undefined)));
  return {
    text: found.map((one) => (one ? `${one.size} ${one.mtimeMs}` : '-')).join(' '),
    sizeBytes: found.reduce((sum, one) => sum + (one?.size ?? 0), 0),
  };
}

/** Reads a file that no other process writes to. `file` is its name in messages. */
export function readCopy<T>(file: string, copy: string, use: (database: GivenDatabase) => T): T {
  let database: SqliteDatabase.Database | undefined;
  try {
    database = openPlainSqlite(copy);
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    const state = database.pragma('quick_check(1)', { simple: true });
    if (state !== 'ok') throw damaged(file, String(state));
    database.pragma('query_only = ON');
    return use(createReader(database, dirname(file)));
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (code.startsWith('SQLITE_')) throw damaged(file, messageOf(error), error);
    throw error;
  } finally {
    database?.close();
  }
}

function createReader(database: SqliteDatabase.Database, folder: string): GivenDatabase {
  const listed = database
    .prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'")
    .pluck()
    .all();
  const tables = new Map(listed.map((name) => [String(name).toLowerCase(), String(name)]));
  const prepare = (table: string, columns: readonly string[], known: readonly string[]) => {
    const name = tables.get(table.toLowerCase());
    if (name === undefined) return undefined;
    const there = database.prepare('select name from pragma_table_info(?)').pluck().all(name).map(String);
    const find = (column: string) => there.find((one) => one.toLowerCase() === column.toLowerCase());
    const wanted = columns.flatMap((column) => {
      const found = find(column);
      return found === undefined ? [] : [`${quote(found)} as ${quote(column)}`];
    });
    const conditions = known.map((column) => `${quote(find(column) ?? '')} = ?`);
    if (wanted.length === 0 || known.some((column) => find(column) === undefined)) return undefined;
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    return database.prepare<unknown[], GivenRow>(
      `select ${wanted.join(', ')} from ${quote(name)}${where} limit ${maxRows}`,
    );
  };
  return {
    folder,
    version: Number(database.pragma('user_version', { simple: true })),
    has: (table) => tables.has(table.toLowerCase()),
    read: (table, columns, values = {}) =>
      prepare(table, columns, Object.keys(values))?.all(...Object.values(values)) ?? [],
    each: (table, columns, values = {}) =>
      prepare(table, columns, Object.keys(values))?.iterate(...Object.values(values)) ?? [],
    lookUp: (table, columns, column) => {
      const statement = prepare(table, columns, [column]);
      return (value) => statement?.all(value) ?? [];
    },
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** SQLite's message may have several lines, of which the first names the database. */
const toLine = (text: string): string =>
  text
    .replace(/^\*\*\*[^\n]*\n/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

const damaged = (file: string, what: string, cause?: unknown) =>
  new GivenDatabaseRefused(reason('import_cut_off', { file, what: toLine(what) }), { cause });

function refuse(file: string, cause: unknown): never {
  if (cause instanceof GivenDatabaseRefused) throw cause;
  throw new GivenDatabaseRefused(explain(file, cause), { cause });
}

function explain(file: string, cause: unknown): Reason {
  const code = systemCodeOf(cause);
  if (code === 'ENOENT') return reason('import_file_missing', { file });
  if (code === 'EISDIR') return reason('import_no_file', { file });
  if (code === 'EACCES' || code === 'EPERM') return reason('import_file_unreadable', { file });
  if (code === 'ENOSPC' || code === 'EDQUOT') return reason('data_disk_full');
  return reason('import_unreadable', { file, message: messageOf(cause) });
}
