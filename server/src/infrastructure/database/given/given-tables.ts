// Tables of another program that are available as records: written to a file, which is then read like any other.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@lectern/contract/records';
import type SqliteDatabase from 'better-sqlite3';
import { openPlainSqlite } from '../sqlite/connection.ts';
import { type GivenDatabase, maxRows, readCopy, scratchPrefix } from './given-database.ts';

interface GivenTable {
  name: string;
  /** Every record has the fields of the first. */
  records: AsyncIterable<Readonly<Record<string, unknown>>>;
}

const recordsOfPart = 200;

/**
 * Opens a database of these tables below `scratch` while `use` runs. `folder` may contain further files of its program,
 * `shown` is its name in messages. Rethrows errors of reading the records.
 */
export async function withGivenTables<T>(
  tables: Iterable<GivenTable>,
  { scratch, folder, shown }: { scratch: string; folder: string; shown: string },
  use: (database: GivenDatabase) => T,
): Promise<T> {
  const place = await mkdtemp(join(scratch, scratchPrefix));
  try {
    const copy = join(place, 'copy.db');
    await writeFile(copy, '');
    const file = openPlainSqlite(copy);
    try {
      for (const table of tables) await fill(file, table);
    } finally {
      file.close();
    }
    return readCopy(shown, copy, (database) => use({ ...database, folder }));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function fill(file: SqliteDatabase.Database, { name, records }: GivenTable): Promise<void> {
  let insert: ((records: readonly unknown[]) => void) | undefined;
  let part: unknown[] = [];
  let count = 0;
  for await (const record of records) {
    insert ??= createTable(file, name, Object.keys(record));
    part.push(record);
    count++;
    if (part.length === recordsOfPart) {
      insert(part);
      part = [];
    }
    if (count === maxRows) break;
  }
  insert?.(part);
}

/** Creates a table with these columns. Returns a function that inserts records. */
export function createTable(
  file: SqliteDatabase.Database,
  name: string,
  columns: readonly string[],
): (records: readonly unknown[]) => void {
  const quoted = columns.map(quote).join(', ');
  file.exec(`create table ${quote(name)} (${quoted})`);
  const insert = file.prepare(
    `insert into ${quote(name)} (${quoted}) values (${columns.map(() => '?').join(', ')})`,
  );
  return file.transaction((records: readonly unknown[]) => {
    for (const record of records) {
      const values = isRecord(record) ? record : {};
      insert.run(...columns.map((column) => toValue(values[column])));
    }
  });
}

/** Converts values to the form that the program stores in a file: flags are numbers, and composite values are JSON. */
function toValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
