// Reads of books for a viewer: lists, shelves, adjacent books, single books.
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { notFound } from '#infrastructure/errors.ts';
import { createPrepare } from '../conditions/prepare.ts';
import { type BookList, listBookIds, listBooks } from '../lists/book-lists.ts';
import type { CatalogDependencies, CountedRows, ListDependencies } from '../lists/dependencies.ts';
import { readBookShelf, type Shelf, type ShelfRequest } from '../lists/shelves.ts';
import { booksInScope, toScope } from '../visible.ts';
import { type BookRow, readBookRows } from './book-rows.ts';
import { type FormatFile, listFormats } from './formats.ts';
import { fileIsThere } from './presence.ts';

export type { BookList } from '../lists/book-lists.ts';
export type { CountedRows } from '../lists/dependencies.ts';
export type { Shelf } from '../lists/shelves.ts';
export type { FormatFile } from './formats.ts';

/** Data for matching a book with an entry of an imported list. */
export interface MatchingBook {
  id: string;
  title: string;
  number: number | null;
  sortNumber: number | null;
  volume: number | null;
  seriesTitleKey: string;
  seriesTitle: string;
  seriesYear: number | null;
  year: number | null;
}

export interface Neighbours<Row> {
  prev: Row | null;
  next: Row | null;
}

/** The main file of an entry, followed by its other formats. */
export type Entry = readonly [BookRow, ...BookRow[]];

export class Books {
  readonly #deps;

  constructor(catalog: CatalogDependencies) {
    this.#deps = { ...catalog, db: catalog.database.db, prepare: createPrepare('books', catalog) };
  }

  list(viewer: Viewer, list: BookList): Promise<CountedRows<BookRow>> {
    return listBooks(this.#deps, viewer, list);
  }

  /** Returns all ids of the list from one consistent state, oldest books first. */
  listIds(viewer: Viewer, list: Omit<BookList, 'page' | 'sort' | 'seed'>): Promise<string[]> {
    return listBookIds(this.#deps, viewer, list);
  }

  shelf(viewer: Viewer, shelf: Shelf, request: ShelfRequest): Promise<CountedRows<BookRow>> {
    return readBookShelf(this.#deps, viewer, shelf, request);
  }

  /** Returns the book, also if it is deleted. Throws not_found if it does not exist for the viewer. */
  get(viewer: Viewer, id: string): Promise<BookRow> {
    return getBook(this.#deps, viewer, id);
  }

  /** Returns the visible books in the order of the ids. */
  listByIds(viewer: Viewer, ids: readonly string[]): Promise<BookRow[]> {
    return listByIds(this.#deps, viewer, ids);
  }

  /** Live books with this KOReader document id, by content or by name (indexes book_readerHash, book_nameHash). */
  listByDocument(viewer: Viewer, document: string): Promise<BookRow[]> {
    return listByDocument(this.#deps, viewer, document);
  }

  /** Live books of the series whose titles have one of these keys (index book_series_number). */
  listBySeriesKeys(viewer: Viewer, keys: readonly string[]): Promise<MatchingBook[]> {
    return listMatching(this.#deps, viewer, 'book.seriesTitleKey', keys);
  }

  /** Returns the visible books with the data that an exported list file needs, unordered. */
  listForFile(viewer: Viewer, ids: readonly string[]): Promise<MatchingBook[]> {
    return listMatching(this.#deps, viewer, 'book.id', ids);
  }

  /** Files by entry id, main file first. Contains only entries with several files. Index book_formats. */
  listFormats(rows: readonly BookRow[]): Promise<ReadonlyMap<string, FormatFile[]>> {
    return listFormats(this.#deps.db, rows);
  }

  /** Files of the entry that the book belongs to. */
  async findFormats(row: BookRow): Promise<FormatFile[]> {
    return (await listFormats(this.#deps.db, [row])).get(row.id) ?? [{ ...row, isMain: true }];
  }

  /** Returns each book with its visible other formats. */
  listEntries(viewer: Viewer, rows: readonly BookRow[]): Promise<Entry[]> {
    return listEntries(this.#deps, viewer, rows);
  }

  /** The previous and next book in the series (index book_in_series). */
  adjacent(viewer: Viewer, book: BookRow): Promise<Neighbours<BookRow>> {
    return findNeighbours(this.#deps, viewer, book);
  }
}

const maxMatched = 500;

async function getBook(deps: ListDependencies, viewer: Viewer, id: string): Promise<BookRow> {
  const { libraries, visibility } = deps;
  const [row] = await readBookRows(deps, viewer, [id]);
  if (!row || !(await libraries.find(viewer, row.libraryId))) throw notFound('book');
  if (!(await visibility.passesRule(viewer, row.seriesId))) throw notFound('book');
  return row;
}

async function listByIds(deps: ListDependencies, viewer: Viewer, ids: readonly string[]): Promise<BookRow[]> {
  const rows = await readBookRows(deps, viewer, ids);
  const seriesIds = [...new Set(rows.map((row) => row.seriesId))];
  const visible = await deps.visibility.visibleSeries(viewer, seriesIds);
  return rows.filter((row) => visible.has(row.seriesId));
}

async function listEntries(
  deps: ListDependencies,
  viewer: Viewer,
  rows: readonly BookRow[],
): Promise<Entry[]> {
  const formats = await listFormats(deps.db, rows);
  const othersOf = ({ id }: BookRow) =>
    (formats.get(id) ?? []).filter((one) => one.id !== id).map((one) => one.id);
  const byId = new Map<string, BookRow>();
  for (const ids of chunks(rows.flatMap(othersOf), maxMatched))
    for (const other of await listByIds(deps, viewer, ids)) byId.set(other.id, other);
  return rows.map((row) => [row, ...othersOf(row).flatMap((id) => byId.get(id) ?? [])]);
}

async function listByDocument(deps: ListDependencies, viewer: Viewer, document: string): Promise<BookRow[]> {
  const { rows } = await sql<{ id: string }>`
    select id from book where "readerHash" = ${document} and ${fileIsThere}
    union select id from book where "nameHash" = ${document} and ${fileIsThere}
    union select book.id from "formerReaderHash" former join book on book.id = former."bookId"
      where former.hash = ${document} and ${fileIsThere}
    limit ${maxMatched}`.execute(deps.db);
  const ids = rows.map(({ id }) => id);
  return listByIds(deps, viewer, ids);
}

async function listMatching(
  { db, libraries }: ListDependencies,
  viewer: Viewer,
  column: string,
  values: readonly string[],
): Promise<MatchingBook[]> {
  const scope = await toScope(libraries, viewer);
  if (scope.libraryIds.length === 0) return [];
  const found: MatchingBook[] = [];
  for (const part of chunks(values, maxMatched)) {
    const wanted = sql`${sql.ref(column)} in (${sql.join(part)})`;
    const conditions = [wanted, sql`book."deletedAt" is null`, ...booksInScope(scope)];
    const { rows } = await sql<MatchingBook>`
      select book.id, book.title, book.number, nullif(book."sortNumber", 1e300) as "sortNumber", book.volume,
        book."seriesTitleKey", home.title as "seriesTitle", home.year as "seriesYear", book.year
      from book join series home on home.id = book."seriesId"
      where ${sql.join(conditions, sql` and `)}`.execute(db);
    found.push(...rows);
  }
  return found;
}

async function findNeighbours(
  deps: ListDependencies,
  viewer: Viewer,
  book: BookRow,
): Promise<Neighbours<BookRow>> {
  if (book.mainBookId !== null) {
    const [main] = await readBookRows(deps, viewer, [book.mainBookId]);
    if (main) return findNeighbours(deps, viewer, main);
  }
  const rank = sql`(${book.sortNumber}, ${book.fileKey}, ${book.id})`;
  const find = async (comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`
      select id from book
      where "seriesId" = ${book.seriesId} and "deletedAt" is null
        and ("sortNumber", "fileKey", id) ${comparison} ${rank}
      order by "sortNumber" ${direction}, "fileKey" ${direction}, id ${direction} limit 1`.execute(deps.db);
    const ids = rows.map(({ id }) => id);
    return (await readBookRows(deps, viewer, ids))[0] ?? null;
  };
  const [prev, next] = await Promise.all([find(sql`<`, sql`desc`), find(sql`>`, sql`asc`)]);
  return { prev, next };
}
