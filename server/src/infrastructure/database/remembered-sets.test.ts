import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../../../test/conditions/random.ts';
import type { Database, ReaderThread } from './dialect.ts';
import { createPlacedSets, type PlacedSets } from './remembered-sets.ts';
import { openSqlite } from './sqlite.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);
let folder: string;
let database: Database;
let sets: PlacedSets;
/** How often an order was taken, and a set was read. */
let taken: { orders: number; sets: number };
let nowMs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-sets-'));
  database = openSqlite(join(folder, 'test.db'));
  const { db, writes, readerThread, backgroundReader, changed } = database;
  await sql`create table book (id text primary key, size integer not null, gone integer)`.execute(db);
  await sql`create table kind (name integer primary key, isMeant integer not null)`.execute(db);
  await sql`create table "bookTerm" (id integer primary key, kind integer not null,
    "bookId" text not null references book (id) on delete cascade)`.execute(db);
  await sql`create index by_book on "bookTerm" ("bookId")`.execute(db);
  for (let name = 0; name < 3; name++) await sql`insert into kind values (${name}, 1)`.execute(db);
  taken = { orders: 0, sets: 0 };
  nowMs = 0;
  if (!writes || !readerThread || !backgroundReader || !changed) throw new Error('There are no threads');
  const counted = (on: ReaderThread): ReaderThread => ({
    rows: on.rows,
    numbers(query) {
      taken[query.sql.includes('order by') ? 'orders' : 'sets']++;
      return on.numbers(query);
    },
  });
  const parts = {
    db,
    writes,
    changed,
    readerThread: counted(readerThread),
    backgroundReader: counted(backgroundReader),
  };
  const made = createPlacedSets(parts, () => nowMs);
  if (!made) throw new Error('There are no sets');
  sets = made;
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const among = (rows: readonly number[] | undefined) =>
  rows ? sql`rowid in (select value from json_each(${JSON.stringify(rows)}))` : sql`1 = 1`;
const linked = (kind: number) => ({
  from: sql`from "bookTerm" join kind on kind.name = "bookTerm".kind`,
  where: sql`where kind.name = ${kind} and kind.isMeant = 1`,
});
const placedOf = (kind: number) => ({
  table: 'book',
  tellers: [{ table: 'bookTerm', column: 'bookId' }],
  order: (rows?: readonly number[]) =>
    sql<{
      row: number;
    }>`select rowid as row from book where gone is null and ${among(rows)} order by size desc, id`,
  /** As often as it is linked, unless rows are named. */
  set: (rows?: readonly number[]) =>
    rows
      ? sql<{ row: number }>`select rowid as row from book where ${among(rows)} and id in (
          select "bookTerm"."bookId" ${linked(kind).from} ${linked(kind).where})`
      : sql<{
          row: number;
        }>`select book.rowid as row ${linked(kind).from} join book on book.id = "bookTerm"."bookId"
          ${linked(kind).where}`,
});
const page = { limit: 10, offset: 3 };
const ask = (kind = 0, most = Infinity) => sets.find(placedOf(kind), page, most);

/** The same by the database. */
async function expected(kind = 0) {
  const { rows } = await sql<{ row: number }>`select rowid as row from book where gone is null and id in (
      select "bookTerm"."bookId" from "bookTerm" join kind on kind.name = "bookTerm".kind
      where kind.name = ${kind} and kind.isMeant = 1) order by size desc, id`.execute(database.db);
  const all = rows.map(({ row }) => row);
  return { rows: all.slice(page.offset, page.offset + page.limit), total: all.length };
}

/** Missed until the places are there. */
const found = (kind = 0) => expect.poll(() => ask(kind), { interval: 1 });
const write = (query: ReturnType<typeof sql>) => query.execute(database.db);

async function addBooks(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await write(sql`insert into book values (${`a ${n}`}, ${n}, null)`);
    await write(sql`insert into "bookTerm" (kind, "bookId") values (0, ${`a ${n}`})`);
  }
}

test(`a page and the total are those that the database gives, after any writes (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  let answers = 0;
  for (let round = 0; round < 60; round++) {
    for (let n = 0; n < 10; n++) {
      const id = `book ${upTo(150)}`;
      await write(sql`insert into book values (${id}, ${upTo(20)}, null)
        on conflict do update set size = excluded.size, gone = ${upTo(4) === 0 ? 1 : null}`);
      await write(sql`insert into "bookTerm" (kind, "bookId") values (${upTo(3)}, ${id})`);
    }
    await write(sql`delete from "bookTerm" where id % 30 = ${upTo(30)}`);
    if (round % 3 === 1)
      await write(
        sql`update "bookTerm" set "bookId" = (select max(id) from book) where id % 40 = ${upTo(40)}`,
      );
    if (round % 5 === 4) await write(sql`delete from book where size = ${upTo(20)}`);
    if (round % 7 === 6) await write(sql`update kind set isMeant = ${upTo(2)} where name = ${upTo(3)}`);
    nowMs += 4_000;
    for (const kind of [0, 1, 2, 0]) {
      const answer = await ask(kind);
      if (answer) answers++;
      if (answer) expect(answer).toEqual(await expected(kind));
    }
    if (round % 10 === 0) for (const kind of [2, 0, 1]) await found(kind).toEqual(await expected(kind));
  }
  expect(answers).toBeGreaterThan(150);
});

test('a set that has more rows than one would read is not kept', async () => {
  await addBooks(20);
  for (let n = 0; n < 3; n++) await ask(0, 0);
  await expect.poll(() => ask(0, 20), { interval: 1 }).toEqual(await expected());
  await write(sql`update kind set isMeant = 1`);
  expect(await ask(0, 0)).toBeUndefined();
  expect(await ask(0, 19)).toBeUndefined();
  expect(await ask(0, 0)).toBeUndefined();
  expect(await ask(0, 20)).toEqual(await expected());
  expect(await ask(0, 0)).toEqual(await expected());
});

test('places are taken when they were missed twice', async () => {
  await addBooks(3);
  expect(await ask()).toBeUndefined();
  expect(taken.orders).toBe(0);
  await write(sql`update book set size = 7`);
  expect(await ask()).toBeUndefined();
  expect(taken.orders).toBe(1);
  await found().toEqual(await expected());
});

test('rows that were written since stand where they belong, without reading the set or taking places anew', async () => {
  await addBooks(20);
  await found().toEqual(await expected());
  const once = { ...taken };
  for (const query of [
    sql`update "bookTerm" set kind = 1 where "bookId" = 'a 15'`,
    sql`update book set size = 100 where id = 'a 1'`,
    sql`update book set size = 100 where id = 'a 2'`,
    sql`update book set gone = 1 where id = 'a 17'`,
    sql`insert into book values ('new', 15, null)`,
    sql`insert into "bookTerm" (kind, "bookId") values (0, 'new')`,
    sql`update book set gone = null where id = 'a 17'`,
    sql`delete from "bookTerm" where "bookId" = 'a 12'`,
    sql`update "bookTerm" set "bookId" = 'a 12' where "bookId" = 'a 11'`,
  ]) {
    await write(query);
    expect(await ask(0, 0)).toEqual(await expected());
    expect(await ask(0, 0)).toEqual(await expected());
  }
  expect(taken).toEqual(once);
});

test('a set is read again when rows went, or something was written that no row of it tells', async () => {
  await addBooks(20);
  await found().toEqual(await expected());
  for (const query of [
    sql`delete from book where id = 'a 18'`,
    sql`update kind set isMeant = 0 where name = 0`,
    sql`update kind set isMeant = 1 where name = 0`,
  ]) {
    const before = taken.sets;
    await write(query);
    expect(await ask(0, 0)).toBeUndefined();
    expect(await ask()).toEqual(await expected());
    expect(taken.sets).toBe(before + 1);
  }
});

test('a set is read in the background when it was wished twice', async () => {
  await addBooks(20);
  await found(1).toEqual(await expected(1));
  const before = taken.sets;
  await sets.wish(placedOf(0));
  expect(taken.sets).toBe(before);
  expect(await ask(0, 0)).toBeUndefined();
  await sets.wish(placedOf(0));
  await expect.poll(() => ask(0, 0), { interval: 1 }).toEqual(await expected());
  await sets.wish(placedOf(0));
  expect(taken.sets).toBe(before + 1);
});

test('what was rolled back moves nothing', async () => {
  await addBooks(20);
  await found().toEqual(await expected());
  const itself = { of: 'book', table: 'book' };
  const moment = database.changed?.moment(itself) ?? 0;
  const work = database.transaction(async (tx) => {
    await sql`update book set size = 100 where id = 'a 1'`.execute(tx);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(database.changed?.since(itself, moment)).toEqual(new Set());
  expect(await ask()).toEqual(await expected());
});

test('places are old when very many rows were written, or something else than rows; not taken again at once', async () => {
  const many = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into book select ${'a '} || i, i, null from n where true on conflict do update set size = excluded.size`;
  for (const query of [many, sql`create table another (id integer)`]) {
    nowMs += 10_000;
    await found().toEqual(await expected());
    await write(query);
    const before = taken.orders;
    nowMs += 9_999;
    expect(await ask()).toBeUndefined();
    expect(await ask()).toBeUndefined();
    expect(taken.orders).toBe(before);
  }
});

test('places are taken anew behind answers that go on, when some dozens of rows were written', async () => {
  await addBooks(100);
  await found().toEqual(await expected());
  nowMs += 10_000;
  const before = taken.orders;
  await write(sql`update book set size = size + 1000 where size < 60`);
  expect(await ask()).toEqual(await expected());
  expect(taken.orders).toBe(before + 1);
  expect(await ask()).toEqual(await expected());
});

test('a page whose rows are written to while they are looked for is not given', async () => {
  await addBooks(20);
  await found().toEqual(await expected());
  await write(sql`update "bookTerm" set kind = 1 where "bookId" = 'a 1'`);
  const asked = ask();
  await write(sql`update book set size = -1 where id = 'a 19'`);
  expect(await asked).toBeUndefined();
});

test('what is written while a set is read for the first time is in the answers after it', async () => {
  await addBooks(60);
  await found(1).toEqual(await expected(1));
  for (let n = 0; n < 60; n += 3) {
    // A set of its own each time.
    const placed = {
      ...placedOf(0),
      set: (rows?: readonly number[]) => sql<{ row: number }>`${placedOf(0).set(rows)}${sql.raw(` -- ${n}`)}`,
    };
    const asked = sets.find(placed, page);
    for (let turn = 0; turn < n % 8; turn++) await Promise.resolve();
    await write(sql`update book set size = size + 500 where id = ${`a ${n}`}`);
    await asked;
    expect(await sets.find(placed, page)).toEqual(await expected());
  }
});
