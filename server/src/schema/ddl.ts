// Differences between the two databases in table definitions.
import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { createSearchIndexTriggers } from './search-index-triggers.ts';

export interface Ddl {
  id: RawBuilder<unknown>;
  /** Text compared byte by byte, so that both databases sort it alike. */
  text: RawBuilder<unknown>;
  /** Integers of at least 53 bits. */
  integer: RawBuilder<unknown>;
  real: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
  /** Adds the id of a book or series, and on SQLite its row number. */
  addRowKey(table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string>;
  /** Creates list indexes on books that only this database needs. */
  createListIndexes(db: Kysely<unknown>): Promise<void>;
  /**
   * Creates the search documents of books and series (infrastructure/database/text-search.ts), which are deleted with
   * their row, and the index that finds letters within folded book titles.
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
  // Read for searches within titles instead of whole rows; PostgreSQL's index rows have a size limit. Includes
  // `deletedAt`, because the query planner reads only the index only if it contains all columns.
  async createListIndexes(db) {
    await sql`create index "book_titleFolded" on book ("titleFolded", id, "libraryId", "deletedAt")
      where "deletedAt" is null`.execute(db);
  },
  async createSearch(db) {
    for (const statement of searchIndexes) await sql.raw(statement).execute(db);
    for (const name of ['bookSearchIndex', 'seriesSearchIndex', 'bookLetters']) {
      const index = sql.id(name);
      // Smaller merge steps: by default, FTS5 merges 64 pages per level, and levels with 10 % deleted rows. With 4 KB
      // pages, a commit took 200 ms of CPU time after all books were changed. With these values, it takes at most 24 ms
      // for a million books.
      await sql`insert into ${index} (${index}, rank) values ('pgsz', 1000), ('deletemerge', 40)`.execute(db);
    }
    await createSearchIndexTriggers(db);
  },
};

/**
 * Word indexes store no text, only words; their row numbers are those of the books and series. Words are already
 * tokenized (infrastructure/text/words.ts), so that the tokenizer only splits at spaces: `ascii` treats all non-ASCII
 * characters as letters. The trigram index stores neither positions nor texts (40 bytes per title). Its results may
 * contain the trigrams in another order, so they are compared afterwards.
 */
const searchIndexes = [
  ...['bookSearchIndex', 'seriesSearchIndex'].map(
    (name) => `create virtual table "${name}" using fts5(title, rest, content='', contentless_delete=1,
    tokenize='ascii', prefix='1 2 3')`,
  ),
  `create virtual table "bookLetters" using fts5(title, content='', contentless_delete=1, detail=none,
    tokenize='trigram case_sensitive 1')`,
];

/** Without the extension, searches within titles read every title. */
const trigramIndex = `do $$ begin
  create extension if not exists pg_trgm;
  create index "book_letters" on book using gin ("titleFolded" gin_trgm_ops);
exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
  raise notice 'pg_trgm is not available: searches within titles read every title';
end $$`;

export const postgresDdl: Ddl = {
  id: sql`uuid`,
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  real: sql`double precision`,
  bytes: sql`bytea`,
  addRowKey: (table) => table.addColumn('id', sql`uuid`, (c) => c.primaryKey()),
  // Sorts the books of a set by series and number without reading their rows.
  async createListIndexes(db) {
    await sql`create index "book_order_by_id" on book (id)
      include ("seriesTitleKey", "seriesId", "orderKey", "libraryId", year)
      where "deletedAt" is null`.execute(db);
    // Deduplicated keys: counting years reads a tenth of the pages of an index with ids.
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
