// Custom columns of calibre: each is a table of its own, or two.
import { toFlag, toMs, toNumber, toText } from '#features/transfer/peer-snapshots/index.ts';
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
    // The number is part of the names of tables.
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

/** The values of a column that a book has. */
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

/** The values of a column, by the book. */
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

/** What the columns say of a book, by their names. */
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

/** The books for which a column says yes. */
export function readYes(
  database: GivenDatabase,
  isWanted: (column: { id: string; label: string }) => boolean,
): string[] {
  const column = listColumns(database).find((one) => one.datatype === 'bool' && isWanted(one));
  const values = column ? readColumn(database, column) : new Map<string, unknown[]>();
  return [...values].filter(([, [value]]) => value === 1).map(([book]) => book);
}

/** Values of a column as texts, by the book. */
export function readTextColumn(database: GivenDatabase, wanted: string): Map<string, string[]> {
  const column = listColumns(database).find(({ id }) => id === wanted);
  const values = column ? readColumn(database, column) : new Map<string, unknown[]>();
  return new Map([...values].map(([book, list]) => [book, list.map(toText)]));
}

const finished = /^(?:finished|date_?read|read_?date|finished_?on)$/i;

/** When books were finished, by a column that is called so. */
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
