// What readers mark in books.
import type { Migration } from '../migration.ts';

export const annotations: Migration = {
  name: '0017-annotations',
  async up(db, t) {
    await db.schema
      .createTable('annotation')
      .addColumn('id', t.id, (c) => c.notNull())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
      .addColumn('kind', t.text, (c) => c.notNull())
      .addColumn('locator', t.text, (c) => c.notNull())
      .addColumn('totalProgression', t.real, (c) => c.notNull())
      .addColumn('color', t.text)
      .addColumn('note', t.text)
      .addColumn('text', t.text)
      .addColumn('folded', t.text, (c) => c.notNull())
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addColumn('updatedAt', t.integer, (c) => c.notNull())
      .addColumn('deletedAt', t.integer)
      .addPrimaryKeyConstraint('annotation_pk', ['userId', 'id'])
      .execute();
    await db.schema
      .createIndex('annotation_place')
      .on('annotation')
      .columns(['userId', 'bookId', 'totalProgression', 'id'])
      .execute();
    await db.schema.createIndex('annotation_book').on('annotation').column('bookId').execute();
  },
};
