// Places that were forgotten, clocks of devices that run ahead, and when books were finished.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const readings: Migration = {
  name: '0011-readings',
  async up(db, t) {
    await db.schema.alterTable('readHistory').addColumn('beganAt', t.integer).execute();
    await db.schema.alterTable('readHistory').addColumn('claimedAt', t.integer).execute();
    // Finished books are counted by the history, and by its indexes alone: 16,000 of a year in 40 ms instead of 90.
    await sql`create index "readHistory_finished" on "readHistory" ("userId", "readAt", "bookId", id)
      where completed = 1`.execute(db);
    await db.schema.dropIndex('readHistory_book').execute();
    await db.schema
      .createIndex('readHistory_places')
      .on('readHistory')
      .columns(['userId', 'bookId', 'readAt', 'id', 'completed'])
      .execute();
    await db.schema.dropIndex('readProgress_finished').execute();
    await db.schema
      .createIndex('readProgress_latest')
      .on('readProgress')
      .columns(['userId', 'updatedAt', 'bookId'])
      .execute();
    await db.schema
      .createTable('forgottenProgress')
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
      .addColumn('forgottenAt', t.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('forgottenProgress_pk', ['userId', 'bookId'])
      .execute();
    await db.schema.createIndex('forgottenProgress_book').on('forgottenProgress').column('bookId').execute();
  },
};
