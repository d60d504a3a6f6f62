// Series as a viewer may read them: lists, shelves, neighbours, single ones. Series without books are not shown.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Db } from '#kernel/database/dialect.ts';
import { notFound } from '#kernel/errors.ts';
import type { Found } from './books.ts';
import type { Libraries } from './libraries.ts';
import { readSeriesRows, type SeriesRow } from './series-dto.ts';
import { type SeriesSortField, type Term, toSeriesOrder } from './sorts.ts';
import { type Scope, toScope } from './visible.ts';

export interface SeriesList {
  libraryId?: string | undefined;
  sort?: readonly Term<SeriesSortField>[];
  page: PageRequest;
}

export type SeriesShelf = 'recently-added' | 'recently-updated' | 'in-progress';

export type SeriesReads = ReturnType<typeof createSeriesReads>;

export function createSeriesReads({ db, libraries }: { db: Db; libraries: Libraries }) {
  const parts = { db, libraries };

  async function read(viewer: Viewer, query: Query, page: PageRequest): Promise<SeriesRow[]> {
    const { rows } = await sql<{ id: string }>`
      select series.id ${query.from} order by ${query.order}
      limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`.execute(db);
    return readSeriesRows(
      parts,
      viewer,
      rows.map((row) => row.id),
    );
  }

  async function count({ from }: Query): Promise<number> {
    const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
    return Number(rows[0]?.total ?? 0);
  }

  return {
    async list(viewer: Viewer, { libraryId, sort, page }: SeriesList): Promise<Found<SeriesRow>> {
      const scope = await toScope(libraries, viewer, libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const terms: readonly Term<SeriesSortField>[] = sort?.length
        ? sort
        : [{ field: 'title', direction: 'asc' }];
      const query = { from: fromSeries(scope), order: toSeriesOrder(terms, viewer.userId) };
      const known = await libraries.all();
      const total = scope.libraryIds.reduce((sum, id) => sum + (known.get(id)?.seriesCount ?? 0), 0);
      return { rows: await read(viewer, query, page), total };
    },

    async shelf(
      viewer: Viewer,
      shelf: SeriesShelf,
      { libraryId, page }: Omit<SeriesList, 'sort'>,
    ): Promise<Found<SeriesRow>> {
      const scope = await toScope(libraries, viewer, libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const query = shelfQuery(shelf, scope);
      const [rows, total] = await Promise.all([read(viewer, query, page), count(query)]);
      return { rows, total };
    },

    /** The series, also when all its books are gone; throws not_found when it does not exist for the viewer. */
    async get(viewer: Viewer, id: string): Promise<SeriesRow> {
      const [row] = await readSeriesRows(parts, viewer, [id]);
      if (!row || !(await libraries.find(viewer, row.libraryId))) throw notFound('series');
      return row;
    },

    /** The neighbours by title in the library (index series_library_title). */
    async adjacent(
      viewer: Viewer,
      series: SeriesRow,
    ): Promise<{ prev: SeriesRow | null; next: SeriesRow | null }> {
      const neighbour = async (comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => {
        const { rows } = await sql<{ id: string }>`
          select id from series
          where "libraryId" = ${series.libraryId} and "bookCount" > 0
            and ("titleKey", id) ${comparison} (${series.titleKey}, ${series.id})
          order by "titleKey" ${direction}, id ${direction} limit 1`.execute(db);
        const [row] = await readSeriesRows(
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

interface Query {
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const inScope = ({ isEverything, libraryIds }: Scope): RawBuilder<unknown> =>
  isEverything ? sql`1 = 1` : sql`series."libraryId" in (${sql.join(libraryIds)})`;

const fromSeries = (scope: Scope): RawBuilder<unknown> =>
  sql`from series where series."bookCount" > 0 and ${inScope(scope)}`;

function shelfQuery(shelf: SeriesShelf, scope: Scope): Query {
  switch (shelf) {
    case 'recently-added':
      return { from: fromSeries(scope), order: sql`series."createdAt" desc, series.id desc` };
    case 'recently-updated':
      return { from: fromSeries(scope), order: sql`series."booksUpdatedAt" desc, series.id desc` };
    case 'in-progress':
      return {
        from: sql`from "seriesProgress" s join series on series.id = s."seriesId"
          where s."userId" = ${scope.viewer.userId} and s."inProgressCount" > 0
            and series."bookCount" > 0 and ${inScope(scope)}`,
        order: sql`s."lastReadAt" desc, series.id desc`,
      };
  }
}
