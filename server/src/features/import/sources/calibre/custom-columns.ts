// Custom columns of calibre. Each uses one or two tables.
import { toFlag, toMs, toNumber, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { type Linked, readOrdered, readValues } from './linked.ts';

interface Column {
  id: string;
  label: string;
  datatype: string;
  isMultiple: boolean;
  isNormalized: boolean;
}

function listColumns(database: GivenDatabase): Column[] {
  const columns = ['id', 'label', 'datatype', 'is_multiple', 'normalized', 'mark_for_delete'];
  return database.read('custom_columns', columns).flatMap((row) => {
    const id = toText(row.id);
    // The id is used in table names, so only digits are accepted.
    if (!/^\d{1,9}$/.test(id) || toFlag(row.mark_for_delete)) return [];
    return {
      id,
      label: toText(row.label),
      datatype: toText(row.datatype),
      isMultiple: toFlag(row.is_multiple),
      isNormalized: toFlag(row.normalized),
    };
  });
}

const toTable = ({ id }: Column): string => `custom_column_${id}`;

/** Looks up the values of a column for a book. */
function valuesOf(database: GivenDatabase, column: Column): Linked {
  const table = toTable(column);
  if (column.isNormalized)
    return readOrdered(
      database,
      { links: `books_${table}_link`, other: 'value' },
      readValues(database, { table, column: 'value' }),
    );
  const find = database.lookUp(table, ['value'], 'book');
  return (book) => find(book).map(({ value }) => value);
}

/** Returns the values of a column by book. */
function readColumn(database: GivenDatabase, column: Column): Map<string, unknown[]> {
  const find = valuesOf(database, column);
  const table = toTable(column);
  const books = new Map<string, unknown[]>();
  for (const { book } of database.each(column.isNormalized ? `books_${table}_link` : table, ['book'])) {
    const id = toText(book);
    if (!books.has(id)) books.set(id, find(id));
  }
  return books;
}

/** Returns a book's column values by column name. */
export function readCustomColumns(database: GivenDatabase): (book: string) => Record<string, unknown> {
  const columns = listColumns(database).map((column) => ({ column, find: valuesOf(database, column) }));
  return (book) =>
    Object.fromEntries(
      columns.flatMap(({ column, find }) => {
        const list = find(book).flatMap((value) => toValue(column, value) ?? []);
        return list.length === 0 ? [] : [[column.label, column.isMultiple ? list : list[0]]];
      }),
    );
}

function toValue({ datatype }: Column, value: unknown): string | number | boolean | undefined {
  if (datatype === 'bool') return value === 0 || value === 1 ? value === 1 : undefined;
  if (datatype === 'int' || datatype === 'float' || datatype === 'rating') return toNumber(value);
  if (datatype === 'datetime') return toText(value).slice(0, 10) || undefined;
  return toText(value).slice(0, 1_000) || undefined;
}

/** Returns the books with a true value in a matching boolean column. */
export function readYes(
  database: GivenDatabase,
  isWanted: (column: { id: string; label: string }) => boolean,
): string[] {
  const column = listColumns(database).find((one) => one.datatype === 'bool' && isWanted(one));
  const values = column ? readColumn(database, column) : new Map<string, unknown[]>();
  return [...values].filter(([, [value]]) => value === 1).map(([book]) => book);
}

/** Returns the text values of a column by book. */
export function readTextColumn(database: GivenDatabase, wanted: string): Map<string, string[]> {
  const column = listColumns(database).find(({ id }) => id === wanted);
  const values = column ? readColumn(database, column) : new Map<string, unknown[]>();
  return new Map([...values].map(([book, list]) => [book, list.map(toText)]));
}

const finished = /^(?:finished|date_?read|read_?date|finished_?on)$/i;

/** Returns completion times from a date column with a matching name. */
export function readFinishedDays(database: GivenDatabase): Map<string, number> {
  const column = listColumns(database).find((one) => one.datatype === 'datetime' && finished.test(one.label));
  const values = column ? readColumn(database, column) : new Map<string, unknown[]>();
  return new Map(
    [...values].flatMap(([book, [value]]) => {
      const ms = toMs(value);
      return ms === undefined ? [] : [[book, ms] as const];
    }),
  );
}
