import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../../../test/conditions/random.ts';
import type { Database } from './dialect.ts';
import { createPlaces, type FindPlaced } from './remembered-places.ts';
import { openSqlite } from './sqlite.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);
let folder: string;
let database: Database;
let find: FindPlaced;
let taken: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-places-'));
  database = openSqlite(join(folder, 'test.db'));
  await sql`create table book (id text primary key, size integer not null, gone integer)`.execute(
    database.db,
  );
  await sql`create table link (id text primary key, kind integer not null)`.execute(database.db);
  taken = 0;
  const { apart } = database;
  if (!apart) throw new Error('There is no thread');
  const counted = {
    ...apart,
    numbers(query: Parameters<typeof apart.numbers>[0]) {
      taken++;
      return apart.numbers(query);
    },
  };
  const found = createPlaces({ ...database, apart: counted });
  if (!found) throw new Error('There are no places');
  find = found;
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const order = (among?: readonly number[]) =>
  among
    ? sql<{ row: number }>`select rowid as row from book where gone is null
        and rowid in (select value from json_each(${JSON.stringify(among)})) order by size desc, id`
    : sql<{ row: number }>`select rowid as row from book where gone is null order by size desc, id`;
const setOf = (kind: number) =>
  sql<{ row: number }>`select rowid as row from book where id in (select id from link where kind = ${kind})`;
const members = (kind: number) => sql`select id from link where kind = ${kind}`;
const page = { limit: 10, offset: 3 };

/** The same by the database. */
async function expected(kind: number): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`select rowid as row from book
    where gone is null and id in (select id from link where kind = ${kind})
    order by size desc, id limit ${page.limit} offset ${page.offset}`.execute(database.db);
  return rows.map(({ row }) => row);
}

/** Missed until the places are there. */
const found = (kind: number) =>
  expect.poll(() => find({ table: 'book', order, set: setOf(kind), members: members(kind) }, page), {
    interval: 1,
  });

test(`a page by places is the one that the database gives, after any writes (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  for (let round = 0; round < 40; round++) {
    for (let n = 0; n < 10; n++) {
      const id = `book ${upTo(150)}`;
      await sql`insert into book values (${id}, ${upTo(20)}, null)
        on conflict do update set size = excluded.size, gone = ${upTo(4) === 0 ? 1 : null}`.execute(
        database.db,
      );
      await sql`insert or replace into link values (${id}, ${upTo(3)})`.execute(database.db);
    }
    if (round % 5 === 4) await sql`delete from book where size = ${upTo(20)}`.execute(database.db);
    for (const kind of [0, 1, 2]) {
      const answer = await find({ table: 'book', order, set: setOf(kind), members: members(kind) }, page);
      if (answer) expect(answer).toEqual(await expected(kind));
    }
    if (round % 3 === 0) for (const kind of [2, 0, 1]) await found(kind).toEqual(await expected(kind));
  }
});

test('places are taken when they were missed twice and nothing was written in between', async () => {
  const ask = () => find({ table: 'book', order, set: setOf(0), members: members(0) }, page);
  for (let n = 0; n < 3; n++) {
    await sql`insert into book values (${`a ${n}`}, 1, null)`.execute(database.db);
    expect(await ask()).toBeUndefined();
  }
  expect(taken).toBe(0);
  expect(await ask()).toBeUndefined();
  expect(taken).toBe(1);
  await found(0).toEqual([]);
});

test('rows that were written since stand where they belong now, without taking places anew', async () => {
  for (let n = 0; n < 20; n++) {
    await sql`insert into book values (${`a ${n}`}, ${n}, null)`.execute(database.db);
    await sql`insert into link values (${`a ${n}`}, 0)`.execute(database.db);
  }
  await found(0).toEqual(await expected(0));
  const once = taken;
  const ask = () => find({ table: 'book', order, set: setOf(0), members: members(0) }, page);
  for (const write of [
    sql`update link set kind = 1 where id = 'a 15'`,
    sql`update book set size = 100 where id = 'a 1'`,
    sql`update book set size = 100 where id = 'a 2'`,
    sql`update book set gone = 1 where id = 'a 17'`,
    sql`insert into book values ('new', 15, null)`,
    sql`insert into link values ('new', 0)`,
    sql`update book set gone = null where id = 'a 17'`,
    sql`delete from book where id = 'a 18'`,
  ]) {
    await write.execute(database.db);
    expect(await ask()).toEqual(await expected(0));
  }
  // The set was read when it was written to, the order not at all.
  expect(taken).toBe(once + 3);
});

test('what was rolled back moves nothing', async () => {
  for (let n = 0; n < 20; n++) {
    await sql`insert into book values (${`a ${n}`}, ${n}, null)`.execute(database.db);
    await sql`insert into link values (${`a ${n}`}, 0)`.execute(database.db);
  }
  await found(0).toEqual(await expected(0));
  const moment = database.changed?.moment('book') ?? 0;
  const work = database.transaction(async (tx) => {
    await sql`update book set size = 100 where id = 'a 1'`.execute(tx);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(database.changed?.since('book', moment)).toEqual(new Set());
  expect(await find({ table: 'book', order, set: setOf(0), members: members(0) }, page)).toEqual(
    await expected(0),
  );
});

test('places are old when very many rows were written, or something else than rows', async () => {
  await sql`insert into link values ('a 1', 0)`.execute(database.db);
  const many = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into book select ${'a '} || i, i, null from n where true on conflict do update set size = excluded.size`;
  for (const write of [many, sql`create table another (id integer)`]) {
    await found(0).toEqual(await expected(0));
    await write.execute(database.db);
    expect(await find({ table: 'book', order, set: setOf(0), members: members(0) }, page)).toBeUndefined();
  }
});

test('a page whose rows are written to while they are looked for is not given', async () => {
  for (let n = 0; n < 20; n++) {
    await sql`insert into book values (${`a ${n}`}, ${n}, null)`.execute(database.db);
    await sql`insert into link values (${`a ${n}`}, 0)`.execute(database.db);
  }
  await found(0).toEqual(await expected(0));
  await sql`update link set kind = 1 where id = 'a 1'`.execute(database.db);
  const asked = find({ table: 'book', order, set: setOf(0), members: members(0) }, page);
  await sql`update book set size = -1 where id = 'a 19'`.execute(database.db);
  expect(await asked).toBeUndefined();
});
