// The history of reading, and reading sessions.
import type { Migration } from '../migration.ts';

export const history: Migration = {
  name: '0005-history',
  async up(db, t) {
    await db.schema
      .createTable('readHistory')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
      .addColumn('deviceId', t.text)
      .addColumn('deviceName', t.text)
      .addColumn('page', t.integer, (c) => c.notNull())
      .addColumn('percentage', t.real)
      .addColumn('completed', t.integer, (c) => c.notNull())
      .addColumn('locator', t.text)
      .addColumn('readAt', t.integer, (c) => c.notNull())
      .addColumn('recordedAt', t.integer, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('readHistory_book')
      .on('readHistory')
      .columns(['userId', 'bookId', 'readAt', 'id'])
      .execute();
    await db.schema.createIndex('readHistory_bookId').on('readHistory').column('bookId').execute();
    await db.schema
      .createTable('readingSession')
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('id', t.id, (c) => c.notNull())
      .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
      .addColumn('startedAt', t.integer, (c) => c.notNull())
      .addColumn('endedAt', t.integer, (c) => c.notNull())
      .addColumn('pagesRead', t.integer, (c) => c.notNull())
      .addColumn('startPage', t.integer)
      .addColumn('endPage', t.integer)
      .addColumn('deviceId', t.text)
      .addColumn('deviceName', t.text)
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('readingSession_pk', ['userId', 'id'])
      .execute();
    await db.schema
      .createIndex('readingSession_time')
      .on('readingSession')
      .columns(['userId', 'startedAt'])
      .execute();
    await db.schema.createIndex('readingSession_book').on('readingSession').column('bookId').execute();
    await db.schema
      .createIndex('readProgress_finished')
      .on('readProgress')
      .columns(['userId', 'completedAt'])
      .execute();
  },
};
