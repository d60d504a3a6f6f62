// Whether the file of a book exists. A book that is not listed is either missing its file or an additional format of an
// entry.
import { type RawBuilder, sql } from 'kysely';
import type { BookTable } from '#schema/tables/libraries/book.ts';

type Marks = Pick<BookTable, 'deletedAt' | 'mainBookId'>;

/** According to the last scan. */
export const isFileThere = ({ deletedAt, mainBookId }: Marks): boolean =>
  deletedAt === null || mainBookId !== null;

/** The same condition in two parts with an index each: listed books and additional formats. */
export const thereParts: readonly RawBuilder<boolean>[] = [
  sql`"deletedAt" is null`,
  sql`"mainBookId" is not null`,
];

/** The same condition for a table alias. */
export const fileIsThereAs = (name: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${name}.deletedAt`)} is null or ${sql.ref(`${name}.mainBookId`)} is not null)`;

export const fileIsThere: RawBuilder<boolean> = fileIsThereAs('book');
