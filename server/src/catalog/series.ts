// Series as a viewer may read them: lists, shelves, neighbours, single ones. Series without books are not shown.
import type { Condition } from '@lectern/contract/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import type { SeriesSortField } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import type { CatalogDependencies, Found } from './books.ts';
import { createPrepare } from './conditions/prepare.ts';
import { countRows } from './count-rows.ts';
import { createLister, type Listing } from './listing.ts';
import { readSeriesRows, type SeriesRow } from './series-dto.ts';
import { isMemberOf, shelfOrder, wantedAt } from './shelf-sql.ts';
import { isSeriesOrderIndexed, type Order, type Term, toSeriesOrder } from './sorts.ts';
import { type Scope, seriesInScope, toScope } from './visible.ts';

export interface SeriesList extends Order<SeriesSortField> {
  libraryId?: string | undefined;
  condition?: Condition | undefined;
  /** Only members of this collection, in its order when it has one and no other is asked for. */
  memberOf?: { id: string; ordered: boolean } | undefined;
  /** Only series that the viewer wants to read, the last one first. */
  isWanted?: boolean | undefined;
  search?: SearchTerms | undefined;
  includeDeleted?: boolean | undefined;
  page: PageRequest;
}

export type SeriesShelf = 'recently-added' | 'recently-updated' | 'in-progress';

export interface LetterGroup {
  /** A letter, or `#` for all else. */
  group: string;
  count: number;
}

export type SeriesReads = ReturnType<typeof createSeriesReads>;

const byTitle: readonly Term<SeriesSortField>[] = [{ field: 'title', direction: 'asc' }];

export function createSeriesReads({
  database,
  libraries,
  visibility,
  clock,
  ...options
}: CatalogDependencies) {
  const { db, dialect } = database;
  const deps = { db, libraries };
  const lister = createLister(database, options);
  const prepare = createPrepare('series', { database, libraries, clock });

  async function read(viewer: Viewer, query: Query, page: PageRequest): Promise<SeriesRow[]> {
    const { rows } = await sql<{ id: string }>`
      select series.id ${query.from} order by ${query.order}
      limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`.execute(db);
    return readSeriesRows(
      deps,
      viewer,
      rows.map((row) => row.id),
    );
  }

  async function toListing(scope: Scope, list: Omit<SeriesList, 'page'>): Promise<Omit<Listing, 'page'>> {
    const { condition, search, includeDeleted = false, sort = [] } = list;
    const visible = seriesInScope(scope);
    const filters = [...visible];
    if (!includeDeleted) filters.push(sql`series."bookCount" > 0`);
    if (list.memberOf) filters.push(isMemberOf('series', list.memberOf.id));
    if (list.isWanted) filters.push(sql`${wantedAt('series', scope.viewer.userId)} is not null`);
    const prepared = condition && (await prepare(scope.viewer, condition));
    const byRelevance = search !== undefined && (sort.length === 0 || sort[0]?.field === 'relevance');
    const terms = sort.length > 0 ? sort : byTitle;
    return {
      table: 'series',
      filters,
      condition: prepared,
      search,
      includeDeleted,
      isOpen: visible.length === 0 && !list.memberOf && !list.isWanted,
      outOf: () => countUnruled(scope),
      isOrderIndexed: isSeriesOrderIndexed(terms),
      order: byRelevance
        ? undefined
        : (shelfOrder('series', list, scope.viewer.userId) ??
          toSeriesOrder(
            terms.filter(({ field }) => field !== 'relevance'),
            { userId: scope.viewer.userId, seed: list.seed, shuffled: dialect.shuffled },
          )),
    };
  }

  /** Kept counts of the libraries, whatever a rule hides of them. */
  const countUnruled = ({ libraryIds }: Scope): Promise<number> => libraries.sum(libraryIds, 'seriesCount');

  /** Kept counts where no rule hides single series. */
  async function totalOf(scope: Scope, list: SeriesList, listing: Listing): Promise<number> {
    const isFiltered = list.condition || list.search || list.memberOf || list.isWanted;
    if (isFiltered || list.includeDeleted || scope.viewer.seriesRule) return lister.count(listing);
    return countUnruled(scope);
  }

  return {
    async list(viewer: Viewer, list: SeriesList): Promise<Found<SeriesRow>> {
      const scope = await toScope(libraries, viewer, list.libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const listing = { ...(await toListing(scope, list)), page: list.page };
      const total = await totalOf(scope, list, listing);
      const ids = (list.page.page - 1) * list.page.pageSize < total ? await lister.ids(listing, total) : [];
      return { rows: await readSeriesRows(deps, viewer, ids), total };
    },

    /** All ids that the list holds, as it is at one moment. */
    async listIds(viewer: Viewer, list: Omit<SeriesList, 'page' | 'sort' | 'seed'>): Promise<string[]> {
      const scope = await toScope(libraries, viewer, list.libraryId);
      if (scope.libraryIds.length === 0) return [];
      const listing = { ...(await toListing(scope, list)), page: { page: 1, pageSize: 1 } };
      const { rows } = await sql<{ id: string }>`
        select series.id ${lister.from(listing)} order by series.id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** How many series begin with which letter, in the order of the list by title. */
    async letterGroups(viewer: Viewer, list: Omit<SeriesList, 'page' | 'sort'>): Promise<LetterGroup[]> {
      const scope = await toScope(libraries, viewer, list.libraryId);
      if (scope.libraryIds.length === 0) return [];
      const listing = { ...(await toListing(scope, list)), page: { page: 1, pageSize: 1 } };
      const { rows } = await sql<{ sign: string; total: number }>`
        select substr(series."titleKey", 1, 1) as sign, count(*) as total ${lister.from(listing)}
        group by substr(series."titleKey", 1, 1)`.execute(db);
      return toLetterGroups(rows);
    },

    async shelf(
      viewer: Viewer,
      shelf: SeriesShelf,
      { libraryId, page }: Omit<SeriesList, 'sort'>,
    ): Promise<Found<SeriesRow>> {
      const scope = await toScope(libraries, viewer, libraryId);
      if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
      const query = shelfQuery(shelf, scope);
      const [rows, total] = await Promise.all([read(viewer, query, page), countRows(db, query.from)]);
      return { rows, total };
    },

    /** The series, also when all its books are gone; throws not_found when it does not exist for the viewer. */
    async get(viewer: Viewer, id: string): Promise<SeriesRow> {
      const [row] = await readSeriesRows(deps, viewer, [id]);
      if (!row || !(await libraries.find(viewer, row.libraryId))) throw notFound('series');
      if (!(await visibility.passesRule(viewer, row.id))) throw notFound('series');
      return row;
    },

    /** The series of these ids that the viewer may see, in their order. */
    async listByIds(viewer: Viewer, ids: readonly string[]): Promise<SeriesRow[]> {
      const visible = await visibility.visibleSeries(viewer, ids);
      return readSeriesRows(
        deps,
        viewer,
        ids.filter((id) => visible.has(id)),
      );
    },

    /** The neighbours by title in the library (index series_library_title). */
    async adjacent(
      viewer: Viewer,
      series: SeriesRow,
    ): Promise<{ prev: SeriesRow | null; next: SeriesRow | null }> {
      const visible = seriesInScope(await toScope(libraries, viewer, series.libraryId));
      const neighbour = async (comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => {
        const { rows } = await sql<{ id: string }>`
          select id from series
          where ${sql.join([...visible, sql`"libraryId" = ${series.libraryId}`], sql` and `)} and "bookCount" > 0
            and ("titleKey", id) ${comparison} (${series.titleKey}, ${series.id})
          order by "titleKey" ${direction}, id ${direction} limit 1`.execute(db);
        const [row] = await readSeriesRows(
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

interface Query {
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/** The first sign of a sort key: no article, no accent. A letter stands for itself, all else is `#`. */
function toLetterGroups(rows: readonly { sign: string; total: number }[]): LetterGroup[] {
  const counts = new Map<string, number>();
  for (const { sign, total } of rows) {
    const group = /^\p{L}$/u.test(sign) ? sign.toUpperCase() : '#';
    counts.set(group, (counts.get(group) ?? 0) + Number(total));
  }
  const groups = [...counts].map(([group, count]) => ({ group, count }));
  const place = (group: string) => (group === '#' ? '' : group);
  return groups.sort((a, b) => (place(a.group) < place(b.group) ? -1 : 1));
}

function fromSeries(scope: Scope): RawBuilder<unknown> {
  return sql`from series where ${sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `)}`;
}

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
            and ${sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `)}`,
        order: sql`s."lastReadAt" desc, series.id desc`,
      };
  }
}
