// SQL of books for matching. Read-only.
import type { Db } from '#infrastructure/database/dialect.ts';

/** First live book of a series (index book_in_series). */
export const findFirstBook = (db: Db, seriesId: string) =>
  db
    .selectFrom('book')
    .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select([
      'book.fileFormat',
      'bookMetadata.manga',
      'bookMetadata.bookType',
      'bookMetadata.readingDirection',
    ])
    .where('book.seriesId', '=', seriesId)
    .where('book.deletedAt', 'is', null)
    .orderBy('book.orderKey')
    .limit(1)
    .executeTakeFirst();
