// What the two databases spell differently when tables are made.
import { type Kysely, type RawBuilder, sql } from 'kysely';

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
  /** Search documents of the rows of `owner`, gone when their row is: see kernel/database/text-search.ts. */
  createSearchTable(db: Kysely<unknown>, name: string, owner: string): Promise<void>;
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
  // The index holds no text, only words; its rows are numbered by `key`. Words come ready-made (kernel/text/words.ts),
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
};

export const postgresDdl: Ddl = {
  id: sql`uuid`,
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  real: sql`double precision`,
  bytes: sql`bytea`,
  async createTitleIndex() {},
  async createSearchTable(db, name, owner) {
    await sql`create table ${sql.id(name)} (
      "entityId" uuid primary key references ${sql.id(owner)} (id) on delete cascade,
      words tsvector not null)`.execute(db);
    await sql`create index ${sql.id(`${name}_words`)} on ${sql.id(name)} using gin (words)`.execute(db);
  },
};
