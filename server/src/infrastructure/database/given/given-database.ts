// A database file of another program: copied with its log, proved whole, and only read. It is a stranger's: nothing of it is
// run, and what is not of the expected type is nothing.
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { messageOf, type Reason, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { startsLikeDatabase } from '../restorable.ts';
import { openPlainSqlite } from '../sqlite-connection.ts';

/** The file cannot be read. The message is a sentence for people. */
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
  /** The folder that it lies in, where its program may keep more; undefined for one that is no file. */
  folder: string | undefined;
  /** The number that its program may have given the form of its tables; 0 where it has not. */
  version: number;
  /** Whether there is a table of this name; views are none. */
  has(table: string): boolean;
  /**
   * Every row, or those with these values, of these columns; a column that is not there is undefined. None of a table that
   * is not there.
   */
  read(
    table: string,
    columns: readonly string[],
    values?: Readonly<Record<string, string | number>>,
  ): GivenRow[];
  /** The same one by one, of a table that may be large. */
  each(
    table: string,
    columns: readonly string[],
    values?: Readonly<Record<string, string | number>>,
  ): Iterable<GivenRow>;
  /**
   * The rows that a column has this value in, asked for again and again: the column should have an index. None of a table
   * or column that is not there.
   */
  lookUp(table: string, columns: readonly string[], column: string): (value: string | number) => GivenRow[];
}

/** Names of the folders that copies lie in while they are read. */
export const scratchPrefix = 'moving-in-';

/** Of a database with its log. */
export const maxGivenBytes = 8 * 1024 ** 3;
/** More rows than the largest of these programs' tables have. */
export const maxRows = 5_000_000;
const maxAttempts = 5;

/**
 * Opens a copy below `scratch` for as long as `use` takes. Throws GivenDatabaseRefused for a file that is no database, is
 * encrypted, damaged, too large, or is written to all the time.
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

/** The file, the log of what is not in it yet, and the journal of a write that was cut off. */
const endings = ['', '-wal', '-journal'];

/** A log or journal that is not there is none. */
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

/** Reads a file that nobody else writes to. `file` is what it is called for people. */
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

/** What SQLite says may have several lines, the first of which names the database. */
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
