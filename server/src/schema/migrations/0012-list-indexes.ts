// Indexes for what would otherwise read every row of the library: conditions on years, ages, kinds and titles, and
// the figures of what there is.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const listIndexes: Migration = {
  name: '0012-list-indexes',
  async up(db, t) {
    for (const column of ['year', 'ageRating', 'bookType']) {
      await sql`create index ${sql.id(`bookMetadata_${column}`)} on "bookMetadata" (${sql.id(column)}, "bookId")
        where ${sql.id(column)} is not null`.execute(db);
    }
    await t.createTitleIndex(db);
    // `deletedAt` is there for the planner of SQLite, as in the index of titles.
    await sql`create index "book_holdings" on book
      ("libraryId", "fileFormat", "fileSize", "pageCount", "deletedAt") where "deletedAt" is null`.execute(
      db,
    );
    await sql`create index "book_gone" on book (id) where "deletedAt" is not null`.execute(db);
  },
};
