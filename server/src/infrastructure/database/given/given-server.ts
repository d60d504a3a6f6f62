// A database of another program on a database server: its tables are copied in one consistent read-only transaction
// into a file, which is then read like any other.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { openPlainSqlite } from '../sqlite/connection.ts';
import {
  type GivenDatabase,
  GivenDatabaseRefused,
  maxRows,
  readCopy,
  scratchPrefix,
} from './given-database.ts';
import { createTable } from './given-tables.ts';

/** Returns whether the text is an address and not a path. */
export const isServerAddress = (given: string): boolean => /^postgres(?:ql)?:\/\//i.test(given);

/** Number of rows in memory. */
const rowsOfPart = 200;
const timeoutMs = 15_000;
const maxStatementMs = 10 * 60_000;

/**
 * Opens a copy of these tables below `scratch` while `use` runs. Throws GivenDatabaseRefused, which never contains the
 * password of the address.
 */
export async function withGivenServer<T>(
  address: string,
  { scratch, tables }: { scratch: string; tables: readonly string[] },
  use: (database: GivenDatabase) => T,
): Promise<T> {
  const name = toShown(address);
  const folder = await mkdtemp(join(scratch, scratchPrefix));
  try {
    const copy = join(folder, 'copy.db');
    const client = new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: maxStatementMs,
      application_name: 'lectern import',
    });
    // A broken connection also fails the pending statement.
    client.on('error', () => {});
    try {
      await client.connect();
      await copyTables(client, copy, tables);
    } catch (cause) {
      throw new GivenDatabaseRefused(`${name} cannot be read: ${toReason(cause)}`, { cause });
    } finally {
      await client.end().catch(() => {});
    }
    return readCopy(name, copy, (database) => use({ ...database, folder: undefined }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the address without credentials. */
function toShown(address: string): string {
  try {
    const { hostname, port, pathname } = new URL(address);
    if (hostname === '') throw new Error('The host is missing');
    return `The database ${pathname.slice(1) || '(no name)'} on ${hostname}${port === '' ? '' : `:${port}`}`;
  } catch {
    throw new GivenDatabaseRefused(
      'The address of the database server is invalid. Use postgres://user:password@host/database',
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the user is not permitted to sign in',
  '3D000': 'the database does not exist',
  '42501': 'the user is not permitted to read its tables',
  ENOSPC: 'the disk of the data folder is full',
};

const toReason = (cause: unknown): string => reasons[systemCodeOf(cause) ?? ''] ?? explainConnection(cause);

async function copyTables(client: pg.Client, copy: string, tables: readonly string[]): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query("set local timezone to 'UTC'");
  await writeFile(copy, '');
  const file = openPlainSqlite(copy);
  try {
    for (const table of await listTables(client, tables)) await copyTable(client, file, table);
  } finally {
    file.close();
  }
  await client.query('rollback');
}

interface Table {
  name: string;
  columns: string[];
}

/** Returns the requested tables that exist. Views do not count. */
async function listTables(client: pg.Client, wanted: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped
     group by c.relname`,
    [wanted],
  );
  return rows;
}

async function copyTable(
  client: pg.Client,
  file: SqliteDatabase.Database,
  { name, columns }: Table,
): Promise<void> {
  const insertAll = createTable(file, name, columns);
  await client.query(
    `declare part no scroll cursor for select to_jsonb(t) as row from only public.${quote(name)} t`,
  );
  for (let count = 0; count < maxRows; ) {
    const { rows } = await client.query<{ row: unknown }>(`fetch ${rowsOfPart} from part`);
    if (rows.length === 0) break;
    count += rows.length;
    insertAll(rows.map(({ row }) => row));
  }
  await client.query('close part');
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
