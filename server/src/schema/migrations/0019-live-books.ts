// The index of the books of a series says which of them are there: a series of 200,000 books is counted without reading
// their rows.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const liveBooks: Migration = {
  name: '0019-live-books',
  async up(db) {
    await sql`drop index "book_seriesId"`.execute(db);
    await sql`create index "book_seriesId" on book ("seriesId", id, "deletedAt")`.execute(db);
  },
};
