// Pairs of books that a user marked as different books instead of formats of one book.
import type { Migration } from '../migration.ts';
import { Table } from './baseline/table.ts';

export const differentBooks: Migration = {
  name: '0022-different-books',
  async up(db, t) {
    await new Table(db, t, 'differentBook')
      .reference('bookId', 'book')
      .reference('otherId', 'book')
      .primaryKey(['bookId', 'otherId'])
      .index('other', '"otherId"')
      .create();
  },
};
