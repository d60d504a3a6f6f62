// Books as a viewer may read them: lists, shelves, neighbours, single ones. A page costs a fixed number of
// statements: ids in order off an index, then their rows, progress and total.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Db } from '#kernel/database/dialect.ts';
import { notFound } from '#kernel/errors.ts';
import { type BookRow, readBookRows } from './book-rows.ts';
import type { Libraries } from './libraries.ts';
import { type BookSortField, type Term, toBookOrder } from './sorts.ts';
import { type Scope, toScope } from './visible.ts';

export interface BookList {
  libraryId?: string | undefined;
  seriesId?: string | undefined;
  includeDeleted?: boolean;
  sort?: readonly Term<BookSortField>[];
  page: PageRequest;
}

export type Shelf = 'in-progress' | 'on-deck' | 'recently-added' | 'recently-read';

export interface Found<T> {
  rows: T[];
  total: number;
}

export type Books = ReturnType<typeof createBooks>;

const bySeriesAndNumber: readonly Term<BookSortField>[] = [
  { field: 'series', direction: 'asc' },
  { field: 'number', direction: 'asc' },
];

export function createBooks({ db, libraries }: { db: Db; libraries: Libraries }) {
  const parts = { db, libraries };

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
      parts,
      viewer,
      ids.rows.map((row) => row.id),
    );
  }

  async function count(from: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
    return Number(rows[0]?.total ?? 0);
  }

  /** What a list may contain, as `from … where …`. */
  function fromBooks(
    scope: Scope,
    { seriesId, includeDeleted }: Pick<BookList, 'seriesId' | 'includeDeleted'>,
  ): RawBuilder<unknown> {
    const filters = [inScope(scope)];
    if (!includeDeleted) filters.push(sql`book."deletedAt" is null`);
    if (seriesId !== undefined) filters.push(sql`book."seriesId" = ${seriesId}`);
    return sql`from book where ${sql.join(filters, sql` and `)}`;
  }

  async function totalOf(scope: Scope, list: BookList, from: RawBuilder<unknown>): Promise<number> {
    if (list.includeDeleted || list.seriesId !== undefined) return count(from);
    // Kept counts: adding a handful of numbers instead of counting a million rows.
    const known = await libraries.all();
    return scope.libraryIds.reduce((sum, id) => sum + (known.get(id)?.bookCount ?? 0), 0);
  }

  return {
    async list(viewer: Viewer, list: BookList): Promise<Found<BookRow>> {
      const scope = await toScope(libraries, viewer, list.libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const from = fromBooks(scope, list);
      const terms = list.sort?.length
        ? list.sort
        : list.seriesId
          ? bySeriesAndNumber.slice(1)
          : bySeriesAndNumber;
      const order = toBookOrder(terms, viewer.userId);
      const [rows, total] = await Promise.all([
        page(viewer, from, { order, page: list.page }),
        totalOf(scope, list, from),
      ]);
      return { rows, total };
    },

    async shelf(
      viewer: Viewer,
      shelf: Shelf,
      { libraryId, page: request }: Pick<BookList, 'libraryId' | 'page'>,
    ): Promise<Found<BookRow>> {
      const scope = await toScope(libraries, viewer, libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const { from, order } = shelfQuery(shelf, scope);
      const counted = shelf === 'recently-added' ? totalOf(scope, { page: request }, from) : count(from);
      const [rows, total] = await Promise.all([page(viewer, from, { order, page: request }), counted]);
      return { rows, total };
    },

    /** The book, deleted or not; throws not_found when it does not exist for the viewer. */
    async get(viewer: Viewer, id: string): Promise<BookRow> {
      const [row] = await readBookRows(parts, viewer, [id]);
      if (!row || !(await libraries.find(viewer, row.libraryId))) throw notFound('book');
      return row;
    },

    /** The books of these ids that the viewer may see, in their order. */
    async listByIds(viewer: Viewer, ids: readonly string[]): Promise<BookRow[]> {
      const visible = new Set(await libraries.visibleIds(viewer));
      return (await readBookRows(parts, viewer, ids)).filter((row) => visible.has(row.libraryId));
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
          parts,
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

/** Filters a query over `book` down to the scope. */
export const inScope = ({ isEverything, libraryIds }: Scope): RawBuilder<boolean> =>
  isEverything ? sql`1 = 1` : sql`book."libraryId" in (${sql.join(libraryIds)})`;

function shelfQuery(shelf: Shelf, scope: Scope): { from: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const visible = inScope(scope);
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
        from: sql`from "seriesProgress" s join book on book.id = (
            select b.id from book b
            where b."seriesId" = s."seriesId" and b."deletedAt" is null
              and not exists (select 1 from "readProgress" r where r."userId" = ${userId} and r."bookId" = b.id)
            order by b."sortNumber", b."fileKey", b.id limit 1)
          where s."userId" = ${userId} and s."readCount" > 0 and s."inProgressCount" = 0 and ${visible}`,
        order: sql`s."lastReadAt" desc, book.id desc`,
      };
  }
}
