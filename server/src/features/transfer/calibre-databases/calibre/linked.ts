// What tables of calibre say of books by way of other tables. They may be large: links are looked up book by book.
import { toNumber, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';

/** What is linked to the book of this id. */
export type Linked = (book: string) => unknown[];

/** The values of a column by the id of the row. */
export function readValues(
  database: GivenDatabase,
  { table, column }: { table: string; column: string },
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const row of database.each(table, ['id', column])) values.set(toText(row.id), row[column]);
  return values;
}

/** Of a book what it is linked to, in the order of the links. */
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

/** What a table says of books by way of another table, in the order of the links. */
export const readLinked = (database: GivenDatabase, table: string, other: string, column: string): Linked =>
  readOrdered(database, { links: `books_${table}_link`, other }, readValues(database, { table, column }));

export const toTexts = (values: readonly unknown[]): string[] =>
  values.map(toText).filter((text) => text !== '');
