// Whether the file of a book is there. A book that is in no list has lost its file, or is another format of an entry.
import { type RawBuilder, sql } from 'kysely';
import type { BookTable } from '#schema/tables/book.ts';

type Marks = Pick<BookTable, 'deletedAt' | 'mainBookId'>;

/** As of the last scan. */
export const isFileThere = ({ deletedAt, mainBookId }: Marks): boolean =>
  deletedAt === null || mainBookId !== null;

/** The same as a condition on `book`. */
export const fileIsThere: RawBuilder<boolean> = sql`(book."deletedAt" is null or book."mainBookId" is not null)`;
