// Kobo e-readers: their tokens, what each was told of which book, and where they said that their reader is.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import type { Migration } from '../migration.ts';

export const kobo: Migration = {
  name: '0016-kobo',
  async up(db, t) {
    await db.schema
      .createTable('koboDevice')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', t.text, (c) => c.notNull())
      .addColumn('tokenHash', t.text, (c) => c.notNull())
      .addColumn('scopeKind', t.text, (c) => c.notNull())
      .addColumn('scopeId', t.id)
      .addColumn('acknowledged', t.integer, (c) => c.notNull())
      .addColumn('planned', t.integer, (c) => c.notNull())
      .addColumn('syncedAt', t.integer)
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addUniqueConstraint('koboDevice_tokenHash_key', ['tokenHash'])
      .execute();
    await db.schema.createIndex('koboDevice_user').on('koboDevice').columns(['userId', 'id']).execute();
    await createTold(db, t);
    await db.schema
      .createTable('koboPlace')
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
      .addColumn('readAt', t.integer, (c) => c.notNull())
      .addColumn('percent', t.real)
      .addColumn('chapterPercent', t.real)
      .addColumn('location', t.text)
      .addColumn('statistics', t.text)
      .addColumn('timesStarted', t.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('koboPlace_pk', ['userId', 'bookId'])
      .execute();
    await db.schema.createIndex('koboPlace_book').on('koboPlace').column('bookId').execute();
  },
};

/** Of books that are gone, too: a device has to be told so. Hence no reference to them. */
async function createTold(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('koboBook')
    .addColumn('deviceId', t.id, (c) => c.notNull().references('koboDevice.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull())
    .addColumn('stamp', t.text, (c) => c.notNull())
    .addColumn('progressAt', t.integer)
    .addColumn('isArchived', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('koboBook_pk', ['deviceId', 'bookId'])
    .execute();
  await db.schema
    .createTable('koboChange')
    .addColumn('deviceId', t.id, (c) => c.notNull().references('koboDevice.id').onDelete('cascade'))
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('bookId', t.id, (c) => c.notNull())
    .addColumn('kind', t.text, (c) => c.notNull())
    .addColumn('stamp', t.text, (c) => c.notNull())
    .addColumn('progressAt', t.integer)
    .addPrimaryKeyConstraint('koboChange_pk', ['deviceId', 'position'])
    .execute();
}
