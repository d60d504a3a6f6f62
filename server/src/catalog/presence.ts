// Whether the file of a book is there. A book that is in no list has lost its file, or is another format of an entry.
import { type RawBuilder, sql } from 'kysely';
import type { BookTable } from '#schema/tables/book.ts';

type Marks = Pick<BookTable, 'deletedAt' | 'mainBookId'>;

/** As of the last scan. */
export const isFileThere = ({ deletedAt, mainBookId }: Marks): boolean =>
  deletedAt === null || mainBookId !== null;

/** The same in two parts that have an index each: books that lists show, and other formats of them. */
export const thereParts: readonly RawBuilder<boolean>[] = [
  sql`"deletedAt" is null`,
  sql`"mainBookId" is not null`,
];

/** The same as a condition on a book by its name in the statement. */
export const fileIsThereAs = (name: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${name}.deletedAt`)} is null or ${sql.ref(`${name}.mainBookId`)} is not null)`;

export const fileIsThere: RawBuilder<boolean> = fileIsThereAs('book');
