// Perceptual hashes of comic pages, similar comics and pages, and user decisions about them.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const pageHashes: Migration = {
  name: '0019-page-hashes',
  async up(db, t) {
    await db.schema
      .alterTable('library')
      .addColumn('comparePages', t.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await new Table(db, t, 'bookPageHash')
      .reference('bookId', 'book', { is: 'key', onDelete: 'cascade' })
      .text('fileHash')
      .integer('pageCount')
      .bytes('pages')
      .create();
    await new Table(db, t, 'similarBook')
      .key('id')
      .reference('bookId', 'book')
      .reference('otherId', 'book')
      .integer('matching', 'compared', 'isDismissed', 'foundAt')
      .unique('bookId', 'otherId')
      .index('other', '"otherId"')
      .create();
    await new Table(db, t, 'creditPage')
      .key('id')
      .reference('libraryId', 'library')
      .text('hash', 'state')
      .integer('foundAt', 'decidedAt?')
      .index('library', '"libraryId", state')
      .create();
    await new Table(db, t, 'creditPageBook')
      .reference('creditPageId', 'creditPage')
      .reference('bookId', 'book')
      .integer('pageNumber')
      .primaryKey(['creditPageId', 'bookId', 'pageNumber'])
      .index('book', '"bookId"')
      .create();
  },
};
