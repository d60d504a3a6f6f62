import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './dialect.ts';
import { type Ask, createRemembering } from './remembered.ts';
import { createOrderMemory } from './remembered-order.ts';
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

test('the order of a list is taken whole at its second page, until something is written', async () => {
  const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  for (let n = 0; n < 10; n++) await add(id(n));
  const order = createOrderMemory(database, ask);
  const page = async (offset: number, limit = 3) =>
    (await order(sql`select id from book order by id desc`, { limit, offset })).map((one) =>
      Number(one.slice(-2)),
    );
  asked = 0;
  expect([await page(0), await page(0), asked]).toEqual([[9, 8, 7], [9, 8, 7], 1]);
  expect([await page(3), await page(6), await page(9), await page(12), asked]).toEqual([
    [6, 5, 4],
    [3, 2, 1],
    [0],
    [],
    2,
  ]);
  await add(id(10));
  expect([await page(3), await page(0), asked]).toEqual([[7, 6, 5], [10, 9, 8], 4]);
});

test('another value is another question', async () => {
  await add('x');
  await add('y');
  const of = async (id: string) =>
    (await ask(sql<{ n: number }>`select count(*) as n from book where id = ${id}`))[0]?.n;
  expect([await of('x'), await of('z'), await of('x'), asked]).toEqual([1, 0, 1, 2]);
});
