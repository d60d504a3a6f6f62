// Books as a viewer may read them: lists, shelves, neighbours, single ones. A page costs a fixed number of
// statements: ids in order off an index, then their rows, progress and total.
import type { Condition } from '@lectern/contract/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import type { BookSortField } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import { type BookRow, readBookRows } from './book-rows.ts';
import { createPrepare } from './conditions/prepare.ts';
import { countRows } from './count-rows.ts';
import type { Libraries } from './libraries.ts';
import { createLister, type ListerOptions, type Listing } from './listing.ts';
import type { ListedDatabase } from './looks.ts';
import { countRead } from './reading.ts';
import { isMemberOf, shelfOrder, wantedAt } from './shelf-sql.ts';
import { isBookOrderIndexed, type Order, type Term, toBookOrder } from './sorts.ts';
import { booksInScope, type Scope, seriesInScope, toScope, type Visibility } from './visible.ts';

export interface BookList extends Order<BookSortField> {
  libraryId?: string | undefined;
  seriesId?: string | undefined;
  condition?: Condition | undefined;
  /** Only members of this read list, in its order when it has one and no other is asked for. */
  memberOf?: { id: string; ordered: boolean } | undefined;
  /** Only books that the viewer wants to read, the last one first. */
  isWanted?: boolean | undefined;
  search?: SearchTerms | undefined;
  includeDeleted?: boolean | undefined;
  page: PageRequest;
}

/** What tells a book apart in a list that somebody else made. */
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

const matchedAtOnce = 500;

export type Shelf = 'in-progress' | 'on-deck' | 'recently-added' | 'recently-read';

export interface Found<T> {
  rows: T[];
  total: number;
}

export type Books = ReturnType<typeof createBooks>;

export interface CatalogDependencies extends ListerOptions {
  database: ListedDatabase;
  libraries: Libraries;
  visibility: Visibility;
  clock: Clock;
}

const bySeriesAndNumber: readonly Term<BookSortField>[] = [
  { field: 'series', direction: 'asc' },
  { field: 'number', direction: 'asc' },
];

export function createBooks({ database, libraries, visibility, clock, ...options }: CatalogDependencies) {
  const { db, dialect } = database;
  const deps = { db, libraries };
  const lister = createLister(database, options);
  const prepare = createPrepare('books', { database, libraries, clock });

  async function page(
    viewer: Viewer,
    from: RawBuilder<unknown>,
    { order, page }: { order: RawBuilder<unknown>; page: PageRequest },
  ) {
    const ids = await sql<{ id: string }>`
      select book.id ${from} order by ${order} limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`.execute(
      db,
    );
    return readBookRows(
      deps,
      viewer,
      ids.rows.map((row) => row.id),
    );
  }

  /** Kept counts of the libraries, whatever a rule hides of them. */
  const countUnruled = ({ libraryIds }: Scope): Promise<number> => libraries.sum(libraryIds, 'bookCount');

  /** Kept counts: adding a handful of numbers, or those of each series, instead of counting a million rows. */
  async function countAll(scope: Scope): Promise<number> {
    if (scope.viewer.seriesRule) {
      const conditions = [sql`series."bookCount" > 0`, ...seriesInScope(scope)];
      const { rows } = await sql<{ total: number }>`
        select coalesce(sum(series."bookCount"), 0) as total from series
        where ${sql.join(conditions, sql` and `)}`.execute(db);
      return Number(rows[0]?.total ?? 0);
    }
    return countUnruled(scope);
  }

  /** Kept counts, of the library or of what was read of each series; what is next is counted. */
  async function countShelf(shelf: Shelf, scope: Scope, from: RawBuilder<unknown>): Promise<number> {
    if (shelf === 'recently-added') return countAll(scope);
    return shelf === 'on-deck'
      ? countRows(db, from)
      : countRead(db, scope, shelf === 'in-progress' ? false : undefined);
  }

  async function toListing(scope: Scope, list: BookList): Promise<Listing> {
    const { seriesId, condition, search, includeDeleted = false, sort = [] } = list;
    const visible = booksInScope(scope);
    const filters = [...visible];
    if (!includeDeleted) filters.push(sql`book."deletedAt" is null`);
    if (seriesId !== undefined) filters.push(sql`book."seriesId" = ${seriesId}`);
    if (list.memberOf) filters.push(isMemberOf('book', list.memberOf.id));
    if (list.isWanted) filters.push(sql`${wantedAt('book', scope.viewer.userId)} is not null`);
    const prepared = condition && (await prepare(scope.viewer, condition));
    const isOpen = visible.length === 0 && seriesId === undefined && !list.memberOf && !list.isWanted;
    const terms = sort.length > 0 ? sort : seriesId ? bySeriesAndNumber.slice(1) : bySeriesAndNumber;
    const byRelevance = search !== undefined && (sort.length === 0 || sort[0]?.field === 'relevance');
    return {
      table: 'book',
      filters,
      condition: prepared,
      search,
      includeDeleted,
      isOpen,
      outOf: () => countUnruled(scope),
      isOrderIndexed: isBookOrderIndexed(terms),
      order: byRelevance
        ? undefined
        : (shelfOrder('book', list, scope.viewer.userId) ??
          toBookOrder(
            terms.filter(({ field }) => field !== 'relevance'),
            { userId: scope.viewer.userId, seed: list.seed, shuffled: dialect.shuffled },
          )),
      page: list.page,
    };
  }

  async function listMatching(viewer: Viewer, column: string, values: readonly string[]) {
    const scope = await toScope(libraries, viewer);
    if (scope.libraryIds.length === 0) return [];
    const found: MatchingBook[] = [];
    for (const part of chunks(values, matchedAtOnce)) {
      const wanted = sql`${sql.ref(column)} in (${sql.join(part)})`;
      const conditions = [wanted, sql`book."deletedAt" is null`, ...booksInScope(scope)];
      const { rows } = await sql<MatchingBook>`
        select book.id, book.title, book.number, nullif(book."sortNumber", 1e300) as "sortNumber", book.volume,
          book."seriesTitleKey", home.title as "seriesTitle", home.year as "seriesYear",
          (select m.year from "bookMetadata" m where m."bookId" = book.id) as year
        from book join series home on home.id = book."seriesId"
        where ${sql.join(conditions, sql` and `)}`.execute(db);
      found.push(...rows);
    }
    return found;
  }

  async function listByIds(viewer: Viewer, ids: readonly string[]): Promise<BookRow[]> {
    const rows = await readBookRows(deps, viewer, ids);
    const visible = await visibility.visibleSeries(viewer, [...new Set(rows.map((row) => row.seriesId))]);
    return rows.filter((row) => visible.has(row.seriesId));
  }

  const totalOf = (scope: Scope, list: BookList, listing: Listing) =>
    list.includeDeleted ||
    list.seriesId !== undefined ||
    list.condition ||
    list.search ||
    list.memberOf ||
    list.isWanted
      ? lister.count(listing)
      : countAll(scope);

  return {
    async list(viewer: Viewer, list: BookList): Promise<Found<BookRow>> {
      const scope = await toScope(libraries, viewer, list.libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const listing = await toListing(scope, list);
      const total = await totalOf(scope, list, listing);
      const ids = (list.page.page - 1) * list.page.pageSize < total ? await lister.ids(listing, total) : [];
      return { rows: await readBookRows(deps, viewer, ids), total };
    },

    /** All ids that the list holds, as it is at one moment; the oldest books first. */
    async listIds(viewer: Viewer, list: Omit<BookList, 'page' | 'sort' | 'seed'>): Promise<string[]> {
      const scope = await toScope(libraries, viewer, list.libraryId);
      if (scope.libraryIds.length === 0) return [];
      const listing = await toListing(scope, { ...list, page: { page: 1, pageSize: 1 } });
      const { rows } = await sql<{
        id: string;
      }>`select book.id ${lister.from(listing)} order by book.id`.execute(db);
      return rows.map(({ id }) => id);
    },

    async shelf(
      viewer: Viewer,
      shelf: Shelf,
      { libraryId, page: request }: Pick<BookList, 'libraryId' | 'page'>,
    ): Promise<Found<BookRow>> {
      const scope = await toScope(libraries, viewer, libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const { from, order } = shelfQuery(shelf, scope);
      const counted = countShelf(shelf, scope, from);
      const [rows, total] = await Promise.all([page(viewer, from, { order, page: request }), counted]);
      return { rows, total };
    },

    /** The book, deleted or not; throws not_found when it does not exist for the viewer. */
    async get(viewer: Viewer, id: string): Promise<BookRow> {
      const [row] = await readBookRows(deps, viewer, [id]);
      if (!row || !(await libraries.find(viewer, row.libraryId))) throw notFound('book');
      if (!(await visibility.passesRule(viewer, row.seriesId))) throw notFound('book');
      return row;
    },

    /** The books of these ids that the viewer may see, in their order. */
    listByIds,

    /** Live books that KOReader calls so, by content or by name (indexes book_readerHash, book_nameHash). */
    async listByDocument(viewer: Viewer, document: string): Promise<BookRow[]> {
      const { rows } = await sql<{ id: string }>`
        select id from book where "readerHash" = ${document} and "deletedAt" is null
        union select id from book where "nameHash" = ${document} and "deletedAt" is null
        limit ${matchedAtOnce}`.execute(db);
      return listByIds(
        viewer,
        rows.map(({ id }) => id),
      );
    },

    /** Live books of the series whose titles have one of these keys (index book_series_number). */
    async listBySeriesKeys(viewer: Viewer, keys: readonly string[]): Promise<MatchingBook[]> {
      return listMatching(viewer, 'book.seriesTitleKey', keys);
    },

    /** What a file of a list says of these books, as far as the viewer sees them; in no order. */
    async listForFile(viewer: Viewer, ids: readonly string[]): Promise<MatchingBook[]> {
      return listMatching(viewer, 'book.id', ids);
    },

    /** The neighbours in the series (index book_in_series). */
    async adjacent(viewer: Viewer, book: BookRow): Promise<{ prev: BookRow | null; next: BookRow | null }> {
      const place = sql`(${book.sortNumber}, ${book.fileKey}, ${book.id})`;
      const neighbour = async (comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => {
        const { rows } = await sql<{ id: string }>`
          select id from book
          where "seriesId" = ${book.seriesId} and "deletedAt" is null
            and ("sortNumber", "fileKey", id) ${comparison} ${place}
          order by "sortNumber" ${direction}, "fileKey" ${direction}, id ${direction} limit 1`.execute(db);
        const [row] = await readBookRows(
          deps,
          viewer,
          rows.map(({ id }) => id),
        );
        return row ?? null;
      };
      const [prev, next] = await Promise.all([neighbour(sql`<`, sql`desc`), neighbour(sql`>`, sql`asc`)]);
      return { prev, next };
    },
  };
}

function shelfQuery(shelf: Shelf, scope: Scope): { from: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const inScope = booksInScope(scope);
  const visible = inScope.length > 0 ? sql.join(inScope, sql` and `) : sql`1 = 1`;
  const { userId } = scope.viewer;
  switch (shelf) {
    case 'recently-added':
      return {
        from: sql`from book where book."deletedAt" is null and ${visible}`,
        order: sql`book."createdAt" desc, book.id desc`,
      };
    case 'in-progress':
    case 'recently-read':
      return {
        from: sql`from "readProgress" p join book on book.id = p."bookId"
          where p."userId" = ${userId} ${shelf === 'in-progress' ? sql`and p.completed = 0` : sql``}
            and book."deletedAt" is null and ${visible}`,
        order: sql`p."updatedAt" desc, book.id desc`,
      };
    case 'on-deck':
      return {
        from: sql`from "seriesProgress" s join series home on home.id = s."seriesId" join book on book.id = (
            select b.id from book b
            where b."seriesId" = s."seriesId" and b."deletedAt" is null
              and not exists (select 1 from "readProgress" r where r."userId" = ${userId} and r."bookId" = b.id)
            order by b."sortNumber", b."fileKey", b.id limit 1)
          where s."userId" = ${userId} and s."readCount" > 0 and s."inProgressCount" = 0
            and s."readCount" < home."bookCount" and ${visible}`,
        order: sql`s."lastReadAt" desc, book.id desc`,
      };
  }
}
