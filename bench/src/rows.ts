// Rows written straight into the database of a stopped server, either kind: what the benches fill libraries with.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export type Row = Record<string, unknown>;

/** A row to be written once more: on SQLite those of books and series have numbers of their own. */
export const toCopy = (row: Row): Row => ('rowNumber' in row ? { ...row, rowNumber: null } : row);

/** What is looked for in a book or series: words in lower case, blanks between. */
interface Words {
  title: string;
  rest: string;
}

export interface Rows {
  /** All rows of a query. */
  read(query: string): Promise<Row[]>;
  /** Kept back until there are many; `finish` writes the last ones. */
  add(table: string, row: Row): void | Promise<void>;
  addWords(owner: 'book' | 'series', id: string, words: Words): void | Promise<void>;
  /** Runs a statement after all rows before it. */
  run(statement: string): Promise<void>;
  finish(): Promise<void>;
}

/** Where a server under measure keeps its rows: in its data folder, or in a database of this address. */
export interface DataLocation {
  dataDir: string;
  postgres?: string | undefined;
  /** The setting `workers.memory`. */
  workersMemory?: string;
  /** The setting `workers.confinement`. */
  workersConfinement?: 'auto' | 'off';
}

export const openRows = ({ dataDir, postgres }: DataLocation): Promise<Rows> =>
  postgres === undefined ? openSqliteRows(dataDir) : openPostgresRows(postgres);

async function openSqliteRows(dataDir: string): Promise<Rows> {
  const db = new Sqlite(join(dataDir, 'lectern.db'));
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  db.exec('begin');
  const inserts = new Map<string, (row: Row) => void>();
  const addWords = { book: toWordsInsert(db, 'book'), series: toWordsInsert(db, 'series') };
  return {
    read: async (query) => db.prepare<[], Row>(query).all(),
    add(table, row) {
      const insert = inserts.get(table) ?? toInsert(db, table, row);
      inserts.set(table, insert);
      insert(row);
    },
    addWords: (owner, id, words) => addWords[owner](id, words),
    run: async (statement) => void db.exec(statement),
    async finish() {
      db.exec('commit');
      db.exec('analyze');
      db.close();
    },
  };
}

/** Search documents as features/indexing writes them. */
function toWordsInsert(db: Sqlite.Database, owner: 'book' | 'series') {
  const insert = db.prepare(`insert into "${owner}SearchIndex" (rowid, title, rest)
    select "rowNumber", ?, ? from ${owner} where id = ?`);
  return (id: string, { title, rest }: Words): void => {
    insert.run(title, rest, id);
  };
}

export function toInsert(db: Sqlite.Database, table: string, sample: Row): (row: Row) => void {
  const columns = Object.keys(sample);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const statement = db.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => void statement.run(columns.map((column) => row[column]));
}

/** Rows of a table that are sent at once. */
const atOnce = 2_000;

async function openPostgresRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  // In the order of their first rows: what is referred to stands before what refers.
  const waiting = new Map<string, Row[]>();
  async function flush(): Promise<void> {
    for (const [table, rows] of waiting) {
      const insert = `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`;
      if (rows.length > 0) await client.query(insert, [JSON.stringify(rows)]);
      rows.length = 0;
    }
  }
  function add(table: string, row: Row): void | Promise<void> {
    const rows = waiting.get(table) ?? [];
    waiting.set(table, rows);
    if (rows.push(row) >= atOnce) return flush();
  }
  return {
    read: async (query) => (await client.query<Row>(query)).rows,
    add,
    addWords: (owner, id, words) => add(`${owner}Search`, { entityId: id, words: toVector(words) }),
    async run(statement) {
      await flush();
      await client.query(statement);
    },
    async finish() {
      await flush();
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}

/** A tsvector as text, with the places and weights that the server gives. */
function toVector({ title, rest }: Words): string {
  const places = new Map<string, string[]>();
  let position = 0;
  const add = (words: string, weight: string) => {
    position++;
    for (const word of words.split(' '))
      places.set(word, [...(places.get(word) ?? []), `${++position}${weight}`]);
  };
  add(title, 'A');
  add(rest, '');
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

let madeMs = Date.now() - 10_000_000;

/** A UUIDv7 as the server makes them: what was made one after the other stands side by side in every index of ids. */
export function newId(): string {
  const time = (++madeMs).toString(16).padStart(12, '0');
  const hex = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(4, 7)}-${hex.slice(8)}`;
}

/** Does work with a PostgreSQL database of its own on the server that the address names, or without one. */
export async function withPostgres(
  server: string | undefined,
  work: (url: string | undefined) => Promise<void>,
): Promise<void> {
  if (server === undefined) return work(undefined);
  const url = new URL(server);
  const name = `lectern_bench_${randomBytes(4).toString('hex')}`;
  await administer(server, `create database ${name}`);
  url.pathname = `/${name}`;
  try {
    await work(url.href);
  } finally {
    await administer(server, `drop database ${name} with (force)`);
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
