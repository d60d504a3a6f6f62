// What the two databases spell differently when tables are made.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { numberRows } from './number-rows.ts';

export interface Ddl {
  id: RawBuilder<unknown>;
  /** Text compared byte by byte, so that both databases order it alike. */
  text: RawBuilder<unknown>;
  /** Whole numbers of 53 bits. */
  integer: RawBuilder<unknown>;
  real: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
  /** What a search for a part of every title reads instead of whole rows; a row of PostgreSQL's index has a limit. */
  createTitleIndex(db: Kysely<unknown>): Promise<void>;
  /** What finds letters anywhere in the folded titles of books. */
  createLettersIndex(db: Kysely<unknown>): Promise<void>;
  /** Search documents of the rows of `owner`, gone when their row is: see infrastructure/database/text-search.ts. */
  createSearchTable(db: Kysely<unknown>, name: string, owner: string): Promise<void>;
  /** Indexes of words and letters are put in order in small steps, so that no commit takes long. */
  keepMergesShort(db: Kysely<unknown>): Promise<void>;
  /** Numbers of books and series that last, where the database looks many of them up sooner by number than by id. */
  numberRows(db: Kysely<unknown>): Promise<void>;
}

export const sqliteDdl: Ddl = {
  id: sql`text`,
  text: sql`text`,
  integer: sql`integer`,
  real: sql`real`,
  bytes: sql`blob`,
  // `deletedAt` is there for the query planner, which reads nothing but the index only if all columns are in it.
  async createTitleIndex(db) {
    await sql`create index "book_titleFolded" on book ("titleFolded", id, "libraryId", "deletedAt")
      where "deletedAt" is null`.execute(db);
  },
  async createLettersIndex(db) {
    for (const statement of lettersIndex) await sql.raw(statement).execute(db);
  },
  // The index holds no text, only words; its rows are numbered by `key`. Words come ready-made (infrastructure/text/words.ts),
  // so the tokenizer has only blanks to look for: `ascii` takes every other sign beyond ASCII as part of a word.
  async createSearchTable(db, name, owner) {
    const index = sql.id(`${name}Index`);
    await sql`create table ${sql.id(name)} (key integer primary key,
      "entityId" text not null unique references ${sql.id(owner)} (id) on delete cascade)`.execute(db);
    await sql`create virtual table ${index} using fts5(title, rest, content='', contentless_delete=1,
      tokenize='ascii', prefix='1 2 3')`.execute(db);
    await sql`create trigger ${sql.id(`${name}_gone`)} after delete on ${sql.id(name)} begin
      delete from ${index} where rowid = old.key; end`.execute(db);
  },
  // FTS5 merges 64 pages at a time for each level, and what has been replaced by a tenth: of four kilobytes a page, when
  // books were described anew, a commit took 200 ms of processor time; so 24 ms at most, of a million books.
  async keepMergesShort(db) {
    for (const name of ['bookSearchIndex', 'seriesSearchIndex', 'bookLetters']) {
      const index = sql.id(name);
      await sql`insert into ${index} (${index}, rank) values ('pgsz', 1000), ('deletemerge', 40)`.execute(db);
    }
  },
  numberRows,
};

/**
 * Every book gets its key in `bookSearch` when it is made, and triggers keep its title indexed under that key, whoever
 * writes: letters have to be found before anybody has indexed words. Neither places nor texts are in the index, 40
 * bytes a title; what it finds may hold the letters elsewhere, and is compared.
 */
const lettersIndex = [
  `create virtual table "bookLetters" using fts5(title, content='', contentless_delete=1, detail=none,
    tokenize='trigram case_sensitive 1')`,
  `insert into "bookSearch" ("entityId") select id from book where true on conflict do nothing`,
  `insert into "bookLetters" (rowid, title)
    select known.key, book."titleFolded" from "bookSearch" known join book on book.id = known."entityId"`,
  `create trigger "book_key" after insert on book begin
    insert into "bookSearch" ("entityId") values (new.id) on conflict do nothing; end`,
  `create trigger "book_letters" after insert on "bookSearch" begin
    insert into "bookLetters" (rowid, title) select new.key, "titleFolded" from book where id = new."entityId"; end`,
  `create trigger "book_letters_changed" after update of "titleFolded" on book
    when old."titleFolded" <> new."titleFolded" begin
    insert or replace into "bookLetters" (rowid, title)
      select key, new."titleFolded" from "bookSearch" where "entityId" = new.id; end`,
  `create trigger "book_letters_gone" after delete on "bookSearch" begin
    delete from "bookLetters" where rowid = old.key; end`,
];

/** Where the server may not or cannot have the extension, every title is read. */
const trigramIndex = `do $$ begin
  create extension if not exists pg_trgm;
  create index "book_letters" on book using gin ("titleFolded" gin_trgm_ops);
exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
  raise notice 'pg_trgm is not there: letters inside titles are looked for in every title';
end $$`;

export const postgresDdl: Ddl = {
  id: sql`uuid`,
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  real: sql`double precision`,
  bytes: sql`bytea`,
  async createTitleIndex() {},
  async createLettersIndex(db) {
    await sql.raw(trigramIndex).execute(db);
  },
  async createSearchTable(db, name, owner) {
    await sql`create table ${sql.id(name)} (
      "entityId" uuid primary key references ${sql.id(owner)} (id) on delete cascade,
      words tsvector not null)`.execute(db);
    await sql`create index ${sql.id(`${name}_words`)} on ${sql.id(name)} using gin (words)`.execute(db);
  },
  async keepMergesShort() {},
  async numberRows() {},
};
