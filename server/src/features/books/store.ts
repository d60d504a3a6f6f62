// What people change on a book by hand, and the reading of its metadata.
import type { Db } from '#kernel/database/dialect.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/book.ts';

type Editable = Pick<
  BookTable,
  | 'title'
  | 'titleFolded'
  | 'titleKey'
  | 'titleLocked'
  | 'number'
  | 'sortNumber'
  | 'numberLocked'
  | 'updatedAt'
>;

export type BookStore = ReturnType<typeof createBookStore>;

export function createBookStore(db: Db) {
  return {
    findMetadata: (bookId: string): Promise<BookMetadataTable | undefined> =>
      db.selectFrom('bookMetadata').selectAll().where('bookId', '=', bookId).executeTakeFirst(),

    async update(id: string, change: Partial<Editable>): Promise<void> {
      await db.updateTable('book').set(change).where('id', '=', id).execute();
    },
  };
}
