// Numbers of books and series that last, on the embedded database: their tables are made anew, as SQLite cannot add a
// key in place. What is looked up for many of them at once names them by number, which costs a quarter of an id.
import { type Kysely, sql } from 'kysely';

interface Made {
  name: string;
  sql: string;
}

type Owner = 'book' | 'series';

const owners: readonly Owner[] = ['book', 'series'];

/** Those without a text come with their table. */
async function listMade(db: Kysely<unknown>, type: string, table?: string): Promise<Made[]> {
  const { rows } = await sql<Made>`select name, sql from sqlite_master
    where type = ${type} and sql is not null and tbl_name = coalesce(${table ?? null}, tbl_name)`.execute(db);
  return rows;
}

/**
 * Rows get the numbers that their search documents have had, which need a table of keys no longer. References must not
 * be watched meanwhile (`Migration.remakesTables`): for SQLite the rows of a table that is dropped are deleted.
 */
export async function numberRows(db: Kysely<unknown>): Promise<void> {
  for (const owner of owners) {
    await sql`insert into ${sql.id(`${owner}Search`)} ("entityId") select id from ${sql.id(owner)} where true
      on conflict do nothing`.execute(db);
  }
  // One that names a table which is away just then keeps the new one from getting its name.
  for (const { name } of await listMade(db, 'trigger')) await sql`drop trigger ${sql.id(name)}`.execute(db);
  for (const owner of owners) await remake(db, owner);
  for (const statement of [...namings.flatMap(addNumbers), ...triggers]) await sql.raw(statement).execute(db);
  await analyse(db);
}

async function remake(db: Kysely<unknown>, owner: Owner): Promise<void> {
  const indexes = await listMade(db, 'index', owner);
  const [table] = await listMade(db, 'table', owner);
  const key = `("id" text primary key,`;
  if (!table?.sql.includes(key)) throw new Error(`The table ${owner} is not as it was made`);
  const [search, remade] = [`${owner}Search`, `${owner}Remade`];
  const text = table.sql
    .replace(key, `("rowNumber" integer primary key, "id" text not null unique,`)
    .replace(`"${owner}"`, `"${remade}"`);
  await sql.raw(text).execute(db);
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${owner})`.execute(db);
  const names = columns.rows.map(({ name }) => name);
  await sql`insert into ${sql.id(remade)} ("rowNumber", ${sql.join(names.map((name) => sql.id(name)))})
    select known.key, ${sql.join(names.map((name) => sql.id('one', name)))}
    from ${sql.id(search)} known cross join ${sql.id(owner)} one on one.id = known."entityId"
    order by known.key`.execute(db);
  for (const old of [search, owner]) await sql`drop table ${sql.id(old)}`.execute(db);
  await sql`alter table ${sql.id(remade)} rename to ${sql.id(owner)}`.execute(db);
  for (const index of indexes) await sql.raw(index.sql).execute(db);
}

interface Naming {
  table: string;
  of: Owner;
  /** Indexes that find its rows by what they hold and give the id that they name: they give the number, too. */
  indexes: Record<string, string>;
}

const ofMetadata = (column: string) => [
  `bookMetadata_${column}`,
  `("${column}", "bookId", "bookRow") where "${column}" is not null`,
];

/** Tables of which large parts are looked up at once. */
const namings: readonly Naming[] = [
  { table: 'bookTerm', of: 'book', indexes: { bookTerm_term: '("termId", "bookId", "bookRow")' } },
  { table: 'seriesTerm', of: 'series', indexes: { seriesTerm_term: '("termId", "seriesId", "seriesRow")' } },
  {
    table: 'bookMetadata',
    of: 'book',
    indexes: Object.fromEntries(['year', 'ageRating', 'bookType'].map(ofMetadata)),
  },
];

/** Rows name a book or series by number, too, whoever writes them. */
function addNumbers({ table, of, indexes }: Naming): string[] {
  const number = (id: string) => `(select "rowNumber" from ${of} where id = ${id})`;
  return [
    ...Object.keys(indexes).map((name) => `drop index "${name}"`),
    `alter table "${table}" add column "${of}Row" integer not null default 0`,
    `update "${table}" set "${of}Row" = ${number(`"${of}Id"`)}`,
    ...Object.entries(indexes).map(([name, columns]) => `create index "${name}" on "${table}" ${columns}`),
    ...Object.entries({ named: 'insert', renamed: `update of "${of}Id"` }).map(
      ([name, write]) =>
        // That a row is not there is the business of the reference to it.
        `create trigger "${table}_${name}" after ${write} on "${table}" begin
          update "${table}" set "${of}Row" = ifnull(${number(`new."${of}Id"`)}, 0) where rowid = new.rowid; end`,
    ),
  ];
}

/** Titles of books are found by their letters from their first moment on; documents go with their row. */
const triggers = [
  `create trigger "book_letters" after insert on book begin
    insert into "bookLetters" (rowid, title) values (new."rowNumber", new."titleFolded"); end`,
  `create trigger "book_letters_changed" after update of "titleFolded" on book
    when old."titleFolded" <> new."titleFolded" begin
    insert or replace into "bookLetters" (rowid, title) values (new."rowNumber", new."titleFolded"); end`,
  `create trigger "book_removed" after delete on book begin
    delete from "bookLetters" where rowid = old."rowNumber";
    delete from "bookSearchIndex" where rowid = old."rowNumber"; end`,
  `create trigger "series_removed" after delete on series begin
    delete from "seriesSearchIndex" where rowid = old."rowNumber"; end`,
];

/** What the planner knew of the tables went with them, and with the indexes: a look at a part of each is enough. */
async function analyse(db: Kysely<unknown>): Promise<void> {
  if ((await listMade(db, 'table', 'sqlite_stat1')).length === 0) return;
  await sql`pragma analysis_limit = 1000`.execute(db);
  for (const table of [...owners, ...namings.map((naming) => naming.table)])
    await sql`analyze ${sql.id(table)}`.execute(db);
  await sql`pragma analysis_limit = 0`.execute(db);
}
