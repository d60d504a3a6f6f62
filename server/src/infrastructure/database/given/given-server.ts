// A database of another program on a database server: its tables are copied in one consistent read-only transaction
// into a file, which is then read like any other.

import { writeFile } from 'node:fs/promises';
import type SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { openPlainSqlite } from '../sqlite/connection.ts';
import { GivenDatabaseRefused, maxRows } from './given-database.ts';
import { createTable } from './given-tables.ts';

/** Returns whether the text is an address and not a path. */
export const isServerAddress = (given: string): boolean => /^postgres(?:ql)?:\/\//i.test(given);

/** Number of rows in memory. */
const rowsOfPart = 200;
const timeoutMs = 15_000;
const maxStatementMs = 10 * 60_000;

interface ServerTables {
  tables: readonly string[];
  /** Identifies the program. */
  required: string;
  /** Message for a database without this table. */
  missing: string;
}

/**
 * Copies these tables into a new SQLite file. Throws GivenDatabaseRefused, which never contains the password of the
 * address.
 */
export async function copyGivenServer(
  address: string,
  file: string,
  { tables, required, missing }: ServerTables,
): Promise<void> {
  const name = describe(address);
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
    const copied = await copyTables(client, file, tables);
    if (!copied.includes(required)) throw new GivenDatabaseRefused(missing);
  } catch (cause) {
    if (cause instanceof GivenDatabaseRefused) throw cause;
    throw new GivenDatabaseRefused(`${name} cannot be read: ${toReason(cause)}`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the address without credentials. Throws GivenDatabaseRefused. */
export function showAddress(address: string): string {
  const { host, pathname } = parse(address);
  return `postgres://${host}${pathname}`;
}

function describe(address: string): string {
  const { host, pathname } = parse(address);
  return `The database ${pathname.slice(1) || '(no name)'} on ${host}`;
}

/** Other parameters name files of this computer, such as keys and sockets. */
const parameters: readonly string[] = ['sslmode'];

function parse(address: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw badAddress();
  }
  // An escaped host is the path of a socket.
  if (url.hostname === '' || url.hostname.includes('%')) throw badAddress();
  if ([...url.searchParams.keys()].some((name) => !parameters.includes(name))) throw badAddress();
  return url;
}

const badAddress = () =>
  new GivenDatabaseRefused(
    'The address of the database server is invalid. Use postgres://user:password@host/database, with no other parameter than sslmode',
  );

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the user is not permitted to sign in',
  '3D000': 'the database does not exist',
  '42501': 'the user is not permitted to read its tables',
  ENOSPC: 'the disk of the data folder is full',
};

const toReason = (cause: unknown): string => reasons[systemCodeOf(cause) ?? ''] ?? explainConnection(cause);

/** Returns the names of the copied tables. */
async function copyTables(client: pg.Client, copy: string, wanted: readonly string[]): Promise<string[]> {
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query("set local timezone to 'UTC'");
  await writeFile(copy, '');
  const file = openPlainSqlite(copy);
  const tables = await listTables(client, wanted);
  try {
    for (const table of tables) await copyTable(client, file, table);
  } finally {
    file.close();
  }
  await client.query('rollback');
  return tables.map(({ name }) => name);
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
