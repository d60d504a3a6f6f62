// The migration that makes tables anew, with a library in them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#infrastructure/log.ts';
import { migrations } from '#schema/migrations.ts';
import type { Database, Db } from './dialect.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

const index = migrations.findIndex(({ name }) => name === '0021-row-numbers');
const before = migrations.slice(0, index);

const rowsOf = async <R>(db: Db, query: string): Promise<R[]> => (await sql.raw<R>(query).execute(db)).rows;
const numbersOf = (db: Db, query: string) =>
  rowsOf<{ n: number }>(db, query).then((all) => all.map(({ n }) => n));

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: unknown;
}

/** A row with what is given, and something in every other column that must have a value. */
async function insert(db: Db, table: string, given: Record<string, unknown>): Promise<void> {
  const columns = await rowsOf<Column>(db, `select * from pragma_table_info('${table}')`);
  const needed = columns.filter(({ notnull, dflt_value: fallback }) => notnull && fallback === null);
  const row = {
    ...Object.fromEntries(
      needed.map(({ name, type }) => [name, type === 'TEXT' || type === 'text' ? '' : 0]),
    ),
    ...given,
  };
  await sql`insert into ${sql.id(table)} (${sql.join(Object.keys(row).map((name) => sql.id(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);
}

const books = ['b1', 'b2', 'b3', 'b4', 'b5'];

/** As an older version has left it: a book has gone, and one was never indexed. */
async function fill({ db }: Database): Promise<void> {
  await insert(db, 'library', { id: 'l', nameFolded: 'l' });
  await insert(db, 'libraryRoot', { id: 'r', libraryId: 'l' });
  await insert(db, 'user', { id: 'u', usernameFolded: 'u' });
  for (const id of ['s1', 's2'])
    await insert(db, 'series', { id, libraryId: 'l', rootId: 'r', seriesKey: id, bookCount: 1 });
  for (const id of books) {
    await insert(db, 'book', {
      id,
      libraryId: 'l',
      rootId: 'r',
      seriesId: 's1',
      fileName: id,
      titleFolded: `title of ${id}`,
    });
    await insert(db, 'bookMetadata', { id: `m ${id}`, bookId: id });
    await insert(db, 'readProgress', { id: `p ${id}`, userId: 'u', bookId: id });
  }
  await insert(db, 'term', { id: 'g', kind: 'genre', nameFolded: 'drama' });
  for (const bookId of books) await insert(db, 'bookTerm', { bookId, termId: 'g' });
  await insert(db, 'seriesTerm', { seriesId: 's2', termId: 'g' });
  // Numbers with gaps, in another order than ids and rows.
  await sql`delete from "bookSearch"`.execute(db);
  for (const [i, id] of ['b4', 'b2', 'b5', 'b1'].entries()) {
    await sql`insert into "bookSearch" (key, "entityId") values (${10 + 3 * i}, ${id})`.execute(db);
    await sql`insert into "bookSearchIndex" (rowid, title, rest) values (${10 + 3 * i}, ${`word${id}`}, '')`.execute(
      db,
    );
  }
  await sql`delete from book where id = 'b5'`.execute(db);
}

async function openOld(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-numbers-'));
  const database = openSqlite(join(folder, 'lectern.db'));
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(database, { migrations: before, log: silentLog });
  return database;
}

const shape = `select type, name, tbl_name, sql from sqlite_master
  where sql is not null and type <> 'table' and name not like 'sqlite_%' order by type, name`;
const kept = ['bookMetadata', 'readProgress', 'bookTerm', 'seriesTerm', 'series', 'book'];

test('books and series are numbered as their search documents were, and nothing that names them is lost', async () => {
  const database = await openOld();
  await fill(database);
  const { db } = database;
  const countAll = () =>
    Promise.all(kept.map((table) => numbersOf(db, `select count(*) as n from "${table}"`)));
  const counted = await countAll();
  expect(counted).toEqual([[4], [4], [4], [1], [2], [4]]);
  await migrate(database, { migrations, log: silentLog });
  expect(await countAll()).toEqual(counted);
  const numbered = await rowsOf<{ id: string; n: number }>(
    db,
    `select id, "rowNumber" as n from book order by id`,
  );
  expect(numbered.slice(0, 2)).toEqual([
    { id: 'b1', n: 19 },
    { id: 'b2', n: 13 },
  ]);
  expect(new Set(numbered.map(({ n }) => n)).size).toBe(4);
  expect(await rowsOf(db, 'pragma foreign_key_check')).toEqual([]);
  for (const [table, owner] of [
    ['bookTerm', 'book'],
    ['bookMetadata', 'book'],
    ['seriesTerm', 'series'],
  ]) {
    const wrong = `select count(*) as n from "${table}" l join ${owner} o on o.id = l."${owner}Id"
      where o."rowNumber" <> l."${owner}Row"`;
    expect(await numbersOf(db, wrong)).toEqual([0]);
  }
  const words = (word: string) =>
    numbersOf(db, `select rowid as n from "bookSearchIndex" where "bookSearchIndex" match '${word}'`);
  expect([await words('wordb4'), await words('wordb1'), await words('wordb5')]).toEqual([[10], [19], []]);
  const letters = (text: string) =>
    rowsOf(
      db,
      `select id from book where "rowNumber" in
      (select rowid from "bookLetters" where "bookLetters" match '"${text}"')`,
    );
  expect(await letters(' b3')).toEqual([{ id: 'b3' }]);
});

test('an older database becomes what a new one is', async () => {
  const [old, fresh] = [await openOld(), await openOld()];
  await fill(old);
  for (const database of [old, fresh]) await migrate(database, { migrations, log: silentLog });
  expect(await rowsOf(old.db, shape)).toEqual(await rowsOf(fresh.db, shape));
  const indexes = await numbersOf(
    old.db,
    `select count(*) as n from sqlite_master where type = 'index' and tbl_name = 'book'`,
  );
  expect(indexes[0]).toBeGreaterThan(18);
});

test('what is filed, looked for and removed afterwards is numbered and forgotten', async () => {
  const database = await openOld();
  await fill(database);
  await migrate(database, { migrations, log: silentLog });
  const { db } = database;
  await insert(db, 'book', {
    id: 'b6',
    libraryId: 'l',
    rootId: 'r',
    seriesId: 's2',
    fileName: 'b6',
    titleFolded: 'quetzal',
  });
  await insert(db, 'bookTerm', { bookId: 'b6', termId: 'g' });
  const [number] = await numbersOf(db, `select "rowNumber" as n from book where id = 'b6'`);
  expect(await numbersOf(db, `select "bookRow" as n from "bookTerm" where "bookId" = 'b6'`)).toEqual([
    number,
  ]);
  await sql`update "bookTerm" set "bookId" = 'b3', role = 'moved' where "bookId" = 'b2'`.execute(db);
  const [third] = await numbersOf(db, `select "rowNumber" as n from book where id = 'b3'`);
  expect(await numbersOf(db, `select "bookRow" as n from "bookTerm" where role = 'moved'`)).toEqual([third]);
  const found = (text: string) =>
    numbersOf(db, `select rowid as n from "bookLetters" where "bookLetters" match '"${text}"'`);
  expect(await found('tza')).toEqual([number]);
  await sql`update book set "titleFolded" = 'axolotl' where id = 'b6'`.execute(db);
  expect([await found('tza'), await found('olo')]).toEqual([[], [number]]);
  await expect(insert(db, 'bookTerm', { bookId: 'nobody', termId: 'g' })).rejects.toThrow(/FOREIGN KEY/);
  await sql`delete from book where id = 'b6'`.execute(db);
  expect(await found('olo')).toEqual([]);
  expect(await numbersOf(db, `select count(*) as n from "bookTerm" where "bookId" = 'b6'`)).toEqual([0]);
});

test('when it fails, all is as it was, and references are watched again', async () => {
  const database = await openOld();
  await fill(database);
  const { db } = database;
  await sql`create table "bookRemade" (id text)`.execute(db);
  await expect(migrate(database, { migrations, log: silentLog })).rejects.toThrow(/0021-row-numbers/);
  expect(await numbersOf(db, 'select count(*) as n from "readProgress"')).toEqual([4]);
  expect(await numbersOf(db, 'select count(*) as n from "bookSearch"')).toEqual([3]);
  await sql`delete from book where id = 'b1'`.execute(db);
  expect(await numbersOf(db, 'select count(*) as n from "bookTerm"')).toEqual([3]);
});
