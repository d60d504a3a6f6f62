// Rows inserted directly into the database of a stopped server, SQLite or PostgreSQL. Benches fill libraries with them.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

export type Row = Record<string, unknown>;

/** A row to be inserted again. On SQLite, rows of books and series have separate row numbers. */
export const toCopy = (row: Row): Row => ('rowNumber' in row ? { ...row, rowNumber: null } : row);

/** Search words of a book or series: lower case, separated by spaces. */
interface Words {
  title: string;
  rest: string;
}

export interface Rows {
  /** Returns all rows of a query. */
  read(query: string): Promise<Row[]>;
  /** Collects rows into large batches; `finish` writes the rest. */
  add(table: string, row: Row): void | Promise<void>;
  addWords(owner: 'book' | 'series', id: string, words: Words): void | Promise<void>;
  /** Adds words that correct typing errors. Known words are skipped. */
  addCorrections(words: readonly string[]): void | Promise<void>;
  /** Runs a statement after all earlier rows. */
  run(statement: string): Promise<void>;
  finish(): Promise<void>;
}

/** Location of the rows of a measured server: its data folder, or the database with this address. */
export interface DataLocation {
  dataDir: string;
  postgres?: string | undefined;
  /** The setting `workers.memory`. */
  workersMemory?: string;
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
  const addWord = db.prepare('insert or ignore into "searchWord" (word) values (?)');
  return {
    read: async (query) => db.prepare<[], Row>(query).all(),
    add(table, row) {
      const insert = inserts.get(table) ?? toInsert(db, table, row);
      inserts.set(table, insert);
      insert(row);
    },
    addWords: (owner, id, words) => addWords[owner](id, words),
    addCorrections(words) {
      for (const word of words) addWord.run(word);
    },
    run: async (statement) => void db.exec(statement),
    async finish() {
      db.exec('commit');
      db.exec('analyze');
      db.close();
    },
  };
}

/** Inserts search documents in the format of features/indexing. */
function toWordsInsert(db: Sqlite.Database, owner: 'book' | 'series') {
  const insert = db.prepare(`insert into "${owner}SearchIndex" (rowid, title, rest)
    select "rowNumber", ?, ? from ${owner} where id = ?`);
  return (id: string, { title, rest }: Words): void => {
    insert.run(title, rest, id);
  };
}

function toInsert(db: Sqlite.Database, table: string, sample: Row): (row: Row) => void {
  const columns = Object.keys(sample);
  const names = columns.map((column) => `"${column}"`).join(', ');
  const statement = db.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => void statement.run(columns.map((column) => row[column]));
}

/** Maximum number of rows in one statement. */
const atOnce = 2_000;

async function openPostgresRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set synchronous_commit = off');
  // In the order of their first rows: a referenced row is written before the rows that refer to it.
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
    async addCorrections(words) {
      const insert = 'insert into "searchWord" (word) select unnest($1::text[]) on conflict do nothing';
      await client.query(insert, [words]);
    },
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

/** Returns a tsvector as text, with the positions and weights that the server uses. */
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

/** Returns a UUIDv7 like the server's: ids created one after the other are adjacent in every index. */
export function newId(): string {
  const time = (++madeMs).toString(16).padStart(12, '0');
  const hex = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(4, 7)}-${hex.slice(8)}`;
}

/** Runs a function with a new PostgreSQL database on the server at the address, or without a database. */
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
