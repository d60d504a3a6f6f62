// Reads of series for a viewer: lists, shelves, adjacent series, single series. Series without books are not shown.
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { Neighbours } from '../books/books.ts';
import { createPrepare } from '../conditions/prepare.ts';
import type { CatalogDependencies, CountedRows, ListDependencies } from '../lists/dependencies.ts';
import {
  countSeriesList,
  type LetterGroup,
  listLetterGroups,
  listSeries,
  listSeriesIds,
  type SeriesList,
} from '../lists/series-lists.ts';
import { readSeriesShelf, type SeriesShelf, type ShelfRequest } from '../lists/shelves.ts';
import type { Unordered } from '../lists/to-listing.ts';
import { seriesInScope, toScope } from '../visible.ts';
import { readSeriesRows, readVisibleSeriesRows, type SeriesRow } from './series-dto.ts';
import { findSimilarSeries, type SharedName } from './similar.ts';

export type { SeriesList } from '../lists/series-lists.ts';
export type { SeriesShelf } from '../lists/shelves.ts';

export class SeriesReads {
  readonly #deps: ListDependencies;

  constructor(catalog: CatalogDependencies) {
    this.#deps = { ...catalog, db: catalog.database.db, prepare: createPrepare('series', catalog) };
  }

  list(viewer: Viewer, list: SeriesList): Promise<CountedRows<SeriesRow>> {
    return listSeries(this.#deps, viewer, list);
  }

  count(viewer: Viewer, list: Unordered<SeriesList>): Promise<number> {
    return countSeriesList(this.#deps, viewer, list);
  }

  /** Returns all ids of the list from one consistent state. */
  listIds(viewer: Viewer, list: Unordered<SeriesList>): Promise<string[]> {
    return listSeriesIds(this.#deps, viewer, list);
  }

  /** Counts series by initial letter, in title order. */
  letterGroups(viewer: Viewer, list: Omit<SeriesList, 'page' | 'sort'>): Promise<LetterGroup[]> {
    return listLetterGroups(this.#deps, viewer, list);
  }

  shelf(viewer: Viewer, shelf: SeriesShelf, request: ShelfRequest): Promise<CountedRows<SeriesRow>> {
    return readSeriesShelf(this.#deps, viewer, shelf, request);
  }

  /**
   * Returns the series, also if all of its books are deleted. Throws not_found if it does not exist for the
   * viewer.
   */
  async get(viewer: Viewer, id: string): Promise<SeriesRow> {
    const [row] = await readVisibleSeriesRows(this.#deps, viewer, [id]);
    if (!row) throw notFound('series');
    return row;
  }

  /** Returns the visible series in the order of the ids. */
  listByIds(viewer: Viewer, ids: readonly string[]): Promise<SeriesRow[]> {
    return readVisibleSeriesRows(this.#deps, viewer, ids);
  }

  /** Series similar to one, most similar first. Throws not_found if it does not exist for the viewer. */
  async similar(
    viewer: Viewer,
    id: string,
    limit: number,
  ): Promise<{ series: SeriesRow; shared: SharedName[] }[]> {
    await this.get(viewer, id);
    const found = await findSimilarSeries(this.#deps, viewer, { id, limit });
    const sharedOf = new Map(found.map((one) => [one.id, one.shared]));
    const rows = await readVisibleSeriesRows(this.#deps, viewer, [...sharedOf.keys()]);
    return rows.map((series) => ({ series, shared: sharedOf.get(series.id) ?? [] }));
  }

  /** The previous and next series by title in the library (index series_library_title). */
  async adjacent(viewer: Viewer, series: SeriesRow): Promise<Neighbours<SeriesRow>> {
    const scope = await toScope(this.#deps.libraries, viewer, series.libraryId);
    const visible = [...seriesInScope(scope), sql`"libraryId" = ${series.libraryId}`];
    const find = async (comparison: RawBuilder<unknown>, direction: RawBuilder<unknown>) => {
      const { rows } = await sql<{ id: string }>`
      select id from series
      where ${sql.join(visible, sql` and `)} and "bookCount" > 0
        and ("titleKey", id) ${comparison} (${series.titleKey}, ${series.id})
      order by "titleKey" ${direction}, id ${direction} limit 1`.execute(this.#deps.db);
      const ids = rows.map(({ id }) => id);
      return (await readSeriesRows(this.#deps, viewer, ids))[0] ?? null;
    };
    const [prev, next] = await Promise.all([find(sql`<`, sql`desc`), find(sql`>`, sql`asc`)]);
    return { prev, next };
  }
}
