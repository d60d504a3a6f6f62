// Books and pages that are alike, and the decisions of users about them.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

export async function createSameBooks(db: Kysely<unknown>, t: Ddl): Promise<void> {
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

  await new Table(db, t, 'panelCorrection')
    .text('contentHash')
    .integer('pageNumber')
    .text('panels')
    .integer('updatedAt')
    .primaryKey(['contentHash', 'pageNumber'])
    .create();

  await new Table(db, t, 'differentBook')
    .reference('bookId', 'book')
    .reference('otherId', 'book')
    .primaryKey(['bookId', 'otherId'])
    .index('other', '"otherId"')
    .create();
}
