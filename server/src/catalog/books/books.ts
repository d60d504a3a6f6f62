// Reads of books for a viewer: lists, shelves, adjacent books, single books.
import type { FileFormat } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { notFound } from '#infrastructure/errors.ts';
import { createPrepare } from '../conditions/prepare.ts';
import { type BookList, countBookList, listBookIds, listBooks } from '../lists/book-lists.ts';
import type { CatalogDependencies, CountedRows, ListDependencies } from '../lists/dependencies.ts';
import { readBookShelf, type Shelf, type ShelfRequest } from '../lists/shelves.ts';
import type { Unordered } from '../lists/to-listing.ts';
import { booksInScope, toScope } from '../visible.ts';
import { type BookRow, readBookRows, readVisibleBookRows } from './book-rows.ts';
import { type FormatFile, listFormats, listInOtherFormats } from './formats.ts';
import { hasHash } from './hashes.ts';
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
  numberValue: number | null;
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
  readonly #deps: ListDependencies;

  constructor(catalog: CatalogDependencies) {
    this.#deps = { ...catalog, db: catalog.database.db, prepare: createPrepare('books', catalog) };
  }

  list(viewer: Viewer, list: BookList): Promise<CountedRows<BookRow>> {
    return listBooks(this.#deps, viewer, list);
  }

  count(viewer: Viewer, list: Unordered<BookList>): Promise<number> {
    return countBookList(this.#deps, viewer, list);
  }

  /** Returns all ids of the list from one consistent state, oldest books first. */
  listIds(viewer: Viewer, list: Unordered<BookList>): Promise<string[]> {
    return listBookIds(this.#deps, viewer, list);
  }

  shelf(viewer: Viewer, shelf: Shelf, request: ShelfRequest): Promise<CountedRows<BookRow>> {
    return readBookShelf(this.#deps, viewer, shelf, request);
  }

  /** Returns the book, also if it is deleted. Throws not_found if it does not exist for the viewer. */
  async get(viewer: Viewer, id: string): Promise<BookRow> {
    const [row] = await readVisibleBookRows(this.#deps, viewer, [id]);
    if (!row) throw notFound('book');
    return row;
  }

  /** Returns the visible books in the order of the ids. */
  listByIds(viewer: Viewer, ids: readonly string[]): Promise<BookRow[]> {
    return readVisibleBookRows(this.#deps, viewer, ids);
  }

  /** Live books with this KOReader document id, by content or by name (indexes book_readerHash, book_nameHash). */
  async listByDocument(viewer: Viewer, document: string): Promise<BookRow[]> {
    const { rows } = await sql<{ id: string }>`
    select id from book where ${hasHash('readerHash', [document])} and ${fileIsThere}
    union select id from book where ${hasHash('nameHash', [document])} and ${fileIsThere}
    union select book.id from "otherReaderHash" other join book on book.id = other."bookId"
      where other.hash = ${document} and ${fileIsThere}
    limit ${maxMatched}`.execute(this.#deps.db);
    const ids = rows.map(({ id }) => id);
    return this.listByIds(viewer, ids);
  }

  /** Live books of the series whose titles have one of these keys (index book_series_number). */
  listBySeriesKeys(viewer: Viewer, keys: readonly string[]): Promise<MatchingBook[]> {
    return this.#listMatching(viewer, 'book.seriesTitleKey', keys);
  }

  /** Returns the visible books with the data that an exported list file needs, unordered. */
  listForFile(viewer: Viewer, ids: readonly string[]): Promise<MatchingBook[]> {
    return this.#listMatching(viewer, 'book.id', ids);
  }

  /** Files by entry id, main file first. Contains only entries with several files. Index book_formats. */
  listFormats(rows: readonly BookRow[]): Promise<ReadonlyMap<string, FormatFile[]>> {
    return listFormats(this.#deps.db, rows);
  }

  /** Files of the entry that the book belongs to. */
  async findFormats(row: BookRow): Promise<FormatFile[]> {
    return (await listFormats(this.#deps.db, [row])).get(row.id) ?? [{ ...row, isMain: true }];
  }

  /** Readable files in these formats of entries whose main file has another format, one per entry. */
  listInOtherFormats(formats: readonly FileFormat[]): Promise<{ id: string; mainBookId: string }[]> {
    return listInOtherFormats(this.#deps.db, formats);
  }

  /** Returns each book with its visible other formats. */
  async listEntries(viewer: Viewer, rows: readonly BookRow[]): Promise<Entry[]> {
    const formats = await listFormats(this.#deps.db, rows);
    const othersOf = ({ id }: BookRow) =>
      (formats.get(id) ?? []).filter((one) => one.id !== id).map((one) => one.id);
    const byId = new Map<string, BookRow>();
    for (const ids of chunks(rows.flatMap(othersOf), maxMatched))
      for (const other of await this.listByIds(viewer, ids)) byId.set(other.id, other);
    return rows.map((row) => [row, ...othersOf(row).flatMap((id) => byId.get(id) ?? [])]);
  }

  /** The previous and next book in the series (index book_in_series). */
  async adjacent(viewer: Viewer, book: BookRow): Promise<Neighbours<BookRow>> {
    if (book.mainBookId !== null) {
      const [main] = await readBookRows(this.#deps, viewer, [book.mainBookId]);
      if (main) return this.adjacent(viewer, main);
    }
    const rank = sql`(${book.orderKey}, ${book.id})`;
    const find = async (comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => {
      const { rows } = await sql<{ id: string }>`
      select id from book
      where "seriesId" = ${book.seriesId} and "deletedAt" is null
        and ("orderKey", id) ${comparison} ${rank}
      order by "orderKey" ${direction}, id ${direction} limit 1`.execute(this.#deps.db);
      const ids = rows.map(({ id }) => id);
      return (await readBookRows(this.#deps, viewer, ids))[0] ?? null;
    };
    const [prev, next] = await Promise.all([find(sql`<`, sql`desc`), find(sql`>`, sql`asc`)]);
    return { prev, next };
  }

  async #listMatching(viewer: Viewer, column: string, values: readonly string[]): Promise<MatchingBook[]> {
    const scope = await toScope(this.#deps.libraries, viewer);
    if (scope.libraryIds.length === 0) return [];
    const found: MatchingBook[] = [];
    for (const part of chunks(values, maxMatched)) {
      const wanted = sql`${sql.ref(column)} in (${sql.join(part)})`;
      const conditions = [wanted, sql`book."deletedAt" is null`, ...booksInScope(scope)];
      const { rows } = await sql<MatchingBook>`
      select book.id, book.title, book.number, book."numberValue", book.volume,
        book."seriesTitleKey", home.title as "seriesTitle", home.year as "seriesYear", book.year
      from book join series home on home.id = book."seriesId"
      where ${sql.join(conditions, sql` and `)}`.execute(this.#deps.db);
      found.push(...rows);
    }
    return found;
  }
}

const maxMatched = 500;
