// What the two databases spell differently when tables are made.
import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { createSearchIndexTriggers } from './search-index-triggers.ts';

export interface Ddl {
  id: RawBuilder<unknown>;
  /** Text compared byte by byte, so that both databases order it alike. */
  text: RawBuilder<unknown>;
  /** Whole numbers of 53 bits. */
  integer: RawBuilder<unknown>;
  real: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
  /** The id of a book or series, and on SQLite its number. */
  addRowKey(table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string>;
  /** Indexes of books that only this database reads lists by. */
  createListIndexes(db: Kysely<unknown>): Promise<void>;
  /**
   * Search documents of books and series (infrastructure/database/text-search.ts), gone when their row is, and what finds
   * letters anywhere in the folded titles of books.
   */
  createSearch(db: Kysely<unknown>): Promise<void>;
}

export const sqliteDdl: Ddl = {
  id: sql`text`,
  text: sql`text`,
  integer: sql`integer`,
  real: sql`real`,
  bytes: sql`blob`,
  addRowKey: (table) =>
    table
      .addColumn('rowNumber', sql`integer`, (c) => c.primaryKey())
      .addColumn('id', sql`text`, (c) => c.notNull().unique()),
  // Read for a part of a title instead of whole rows; a row of PostgreSQL's index has a limit. `deletedAt` is there for
  // the query planner, which reads nothing but the index only if all columns are in it.
  async createListIndexes(db) {
    await sql`create index "book_titleFolded" on book ("titleFolded", id, "libraryId", "deletedAt")
      where "deletedAt" is null`.execute(db);
  },
  async createSearch(db) {
    for (const statement of searchIndexes) await sql.raw(statement).execute(db);
    for (const name of ['bookSearchIndex', 'seriesSearchIndex', 'bookLetters']) {
      const index = sql.id(name);
      // FTS5 merges 64 pages at a time for each level, and what has been replaced by a tenth: of four kilobytes a page,
      // when books were described anew, a commit took 200 ms of processor time; so 24 ms at most, of a million books.
      await sql`insert into ${index} (${index}, rank) values ('pgsz', 1000), ('deletemerge', 40)`.execute(db);
    }
    await createSearchIndexTriggers(db);
  },
};

/**
 * The indexes of words hold no text, only words; their rows are numbered as their books and series are. Words come
 * ready-made (infrastructure/text/words.ts), so the tokenizer has only blanks to look for: `ascii` takes every other
 * character beyond ASCII as part of a word. Letters are found three by three; neither positions nor texts are in that
 * index, 40 bytes a title: what it finds may hold the letters elsewhere, and is compared.
 */
const searchIndexes = [
  ...['bookSearchIndex', 'seriesSearchIndex'].map(
    (name) => `create virtual table "${name}" using fts5(title, rest, content='', contentless_delete=1,
    tokenize='ascii', prefix='1 2 3')`,
  ),
  `create virtual table "bookLetters" using fts5(title, content='', contentless_delete=1, detail=none,
    tokenize='trigram case_sensitive 1')`,
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
  addRowKey: (table) => table.addColumn('id', sql`uuid`, (c) => c.primaryKey()),
  // The books of a set are sorted by series and number without a look at their rows.
  async createListIndexes(db) {
    await sql`create index "book_order_by_id" on book (id)
      include ("seriesTitleKey", "seriesId", "sortNumber", "fileKey", "libraryId", year)
      where "deletedAt" is null`.execute(db);
    // Equal keys are stored once: years are counted in a tenth of the pages of the index that has the ids, too.
    await sql`create index "book_years" on book (year)`.execute(db);
  },
  async createSearch(db) {
    for (const owner of ['book', 'series']) {
      const name = `${owner}Search`;
      await sql`create table ${sql.id(name)} (
        "entityId" uuid primary key references ${sql.id(owner)} (id) on delete cascade,
        words tsvector not null)`.execute(db);
      await sql`create index ${sql.id(`${name}_words`)} on ${sql.id(name)} using gin (words)`.execute(db);
    }
    await sql.raw(trigramIndex).execute(db);
  },
};
