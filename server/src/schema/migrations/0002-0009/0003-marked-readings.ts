// Excludes books that were marked as read from completion counts. Older entries are counted as before.
import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';

export const markedReadings: Migration = {
  name: '0003-marked-readings',
  async up(db, t) {
    await db.schema
      .alterTable('readHistory')
      .addColumn('marked', t.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    // Finished books are counted with this index only.
    await sql`drop index "readHistory_finished"`.execute(db);
    await sql`create index "readHistory_finished" on "readHistory" ("userId", "readAt", "bookId", id)
      where completed = 1 and marked = 0`.execute(db);
  },
};
