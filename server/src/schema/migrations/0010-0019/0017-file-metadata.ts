// Writing metadata to files: library settings, and KOReader ids of files before they were written.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const fileMetadata: Migration = {
  name: '0017-file-metadata',
  async up(db, t) {
    await db.schema
      .alterTable('library')
      .addColumn('writeMetadata', t.text, (column) => column.notNull().defaultTo('off'))
      .execute();
    await new Table(db, t, 'formerReaderHash')
      .reference('bookId', 'book')
      .text('hash')
      .integer('changedAt')
      .primaryKey(['hash', 'bookId'])
      .index('book', '"bookId"')
      .create();
  },
};
