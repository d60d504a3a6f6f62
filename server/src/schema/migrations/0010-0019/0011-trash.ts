// The trash: deleted files that can be restored, and the libraries that allow it.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const trash: Migration = {
  name: '0011-trash',
  async up(db, t) {
    await db.schema
      .alterTable('library')
      .addColumn('allowFileChanges', t.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    const optional = { is: 'optional', onDelete: 'set null' } as const;
    await new Table(db, t, 'trashedFile')
      .key('id')
      .reference('bookId', 'book', optional)
      .reference('seriesId', 'series', optional)
      .id('libraryId', 'rootId')
      .text('folder', 'name')
      .integer('isFolder')
      .text('companions', 'title', 'seriesTitle')
      .integer('sizeBytes')
      .reference('userId', 'user', optional)
      .integer('deletedAt')
      .index('deleted', '"deletedAt", id')
      .index('book', '"bookId"', '"bookId" is not null')
      .index('series', '"seriesId"', '"seriesId" is not null')
      .create();
  },
};
