import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './dialect.ts';
import { type Ask, createRemembering } from './remembered.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let database: Database;
let ask: Ask;
let asked: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-remembered-'));
  database = openSqlite(join(folder, 'test.db'));
  for (const table of ['book', 'task'])
    await sql`create table ${sql.table(table)} (id text primary key)`.execute(database.db);
  asked = 0;
  const { db } = database;
  const executeQuery = db.executeQuery.bind(db);
  db.executeQuery = (...args) => {
    asked++;
    return executeQuery(...args);
  };
  ask = createRemembering(database);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const total = async () => {
  const [row] = await ask(sql<{ n: number }>`select count(*) as n from book where id <> ${'x'}`);
  return row?.n;
};
const add = (id: string, on = database.db) => sql`insert into "book" values (${id})`.execute(on);

test('an answer is remembered until something is written', async () => {
  expect([await total(), await total(), asked]).toEqual([0, 0, 1]);
  await add('a');
  expect([await total(), await total(), asked]).toEqual([1, 1, 2]);
  await database.transaction(async (tx) => {
    await add('b', tx);
    await add('c', tx);
    // Nobody outside sees it yet.
    expect(await total()).toBe(1);
  });
  expect([await total(), asked]).toEqual([3, 3]);
});

test('what was rolled back, and what no list shows, changes nothing', async () => {
  await total();
  await database
    .transaction(async (tx) => {
      await add('b', tx);
      throw new Error('no');
    })
    .catch(() => {});
  await sql`insert into "task" values ('t')`.execute(database.db);
  await database.transaction(async (tx) => {
    await sql`update "task" set id = 'u'`.execute(tx);
  });
  expect([await total(), asked]).toEqual([0, 1]);
});

test('what is written to another table changes nothing, but what is deleted may take others with it', async () => {
  await total();
  await sql`create table "readHistory" (id text)`.execute(database.db);
  await total();
  await sql`insert into "readHistory" values ('h')`.execute(database.db);
  await sql`delete from "readHistory"`.execute(database.db);
  expect([await total(), asked]).toEqual([0, 2]);
  await sql`delete from "task"`.execute(database.db);
  expect([await total(), asked]).toEqual([0, 2]);
  await sql`delete from "book"`.execute(database.db);
  expect([await total(), asked]).toEqual([0, 3]);
});

test('another value is another question', async () => {
  await add('x');
  await add('y');
  const of = async (id: string) =>
    (await ask(sql<{ n: number }>`select count(*) as n from book where id = ${id}`))[0]?.n;
  expect([await of('x'), await of('z'), await of('x'), asked]).toEqual([1, 0, 1, 2]);
});
