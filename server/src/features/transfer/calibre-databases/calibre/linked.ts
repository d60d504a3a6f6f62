// What tables of calibre say of books by way of other tables. They may be large: no rows are kept.
import { toNumber, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';

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
): (book: string) => unknown[] {
  const byBook = new Map<string, [at: number, value: unknown][]>();
  for (const row of database.each(links, ['id', 'book', other])) {
    const value = values.get(toText(row[other]));
    if (value === undefined) continue;
    const book = toText(row.book);
    const known = byBook.get(book) ?? [];
    known.push([toNumber(row.id) ?? 0, value]);
    byBook.set(book, known);
  }
  return (book) => (byBook.get(book) ?? []).toSorted(([a], [b]) => a - b).map(([, value]) => value);
}
