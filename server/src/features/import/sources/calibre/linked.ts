// Reads values linked to books through calibre's link tables. Links are looked up per book, because the tables may be
// large.
import { toNumber, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';

/** Returns the values linked to a book id. */
export type Linked = (book: string) => unknown[];

/** Returns the values of a column by row id. */
export function readValues(
  database: GivenDatabase,
  { table, column }: { table: string; column: string },
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const row of database.each(table, ['id', column])) values.set(toText(row.id), row[column]);
  return values;
}

/** Returns a book's linked values in link order. */
export function readOrdered(
  database: GivenDatabase,
  { links, other }: { links: string; other: string },
  values: ReadonlyMap<string, unknown>,
): Linked {
  const find = database.lookUp(links, ['id', other], 'book');
  return (book) =>
    find(book)
      .flatMap((row) => {
        const value = values.get(toText(row[other]));
        return value === undefined ? [] : [{ at: toNumber(row.id) ?? 0, value }];
      })
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);
}

/** Returns the values of another table that a book is linked to, in link order. */
export const readLinked = (database: GivenDatabase, table: string, other: string, column: string): Linked =>
  readOrdered(database, { links: `books_${table}_link`, other }, readValues(database, { table, column }));

export const toTexts = (values: readonly unknown[]): string[] =>
  values.map(toText).filter((text) => text !== '');
