// What filters offer: terms and ages with the number of series that have them, as far as the
// viewer sees these.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { Found } from './books.ts';
import type { Libraries } from './libraries.ts';
import { seriesInScope, toScope } from './visible.ts';

export interface FacetRow {
  id: string;
  name: string;
  seriesCount: number;
}

export type FacetKind = 'genre' | 'tag' | 'author' | 'publisher' | 'imprint' | 'language';

export interface FacetList {
  search?: string | undefined;
  role?: string | undefined;
  libraryId?: string | undefined;
  page: PageRequest;
}

export interface CreditList extends Omit<FacetList, 'role'> {
  /** Any of these; every one when left out. */
  roles?: readonly string[] | undefined;
}

/** No condition without a text. */
function namedLike(text: string | undefined): RawBuilder<unknown>[] {
  const search = fold(text ?? '');
  if (search === '') return [];
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return [sql`term."nameFolded" like ${pattern} escape '\\'`];
}

export type Facets = ReturnType<typeof createFacets>;

export function createFacets({ db, libraries }: { db: Db; libraries: Libraries }) {
  /** Conditions on `series` for what the viewer sees; undefined when that is nothing. */
  async function visible(
    viewer: Viewer,
    libraryId: string | undefined,
  ): Promise<RawBuilder<unknown> | undefined> {
    const scope = await toScope(libraries, viewer, libraryId);
    if (scope.libraryIds.length === 0) return undefined;
    return sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `);
  }

  return {
    /** Terms of a kind by name (index seriesTerm_term). */
    async list(viewer: Viewer, kind: FacetKind, list: FacetList): Promise<Found<FacetRow>> {
      const isVisible = await visible(viewer, list.libraryId);
      if (!isVisible) return { rows: [], total: 0 };
      const conditions = [sql`term.kind = ${kind}`, isVisible];
      conditions.push(...namedLike(list.search));
      if (list.role !== undefined) conditions.push(sql`link.role = ${list.role}`);
      const from = sql`from term join "seriesTerm" link on link."termId" = term.id
        join series on series.id = link."seriesId" where ${sql.join(conditions, sql` and `)}`;
      const { page, pageSize } = list.page;
      const [rows, total] = await Promise.all([
        sql<FacetRow>`select term.id, term.name, count(distinct series.id) as "seriesCount" ${from}
          group by term.id, term.name, term."nameKey" order by term."nameKey", term.id
          limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
        sql<{ total: number }>`select count(distinct term.id) as total ${from}`.execute(db),
      ]);
      return {
        rows: rows.rows.map((row) => ({ ...row, seriesCount: Number(row.seriesCount) })),
        total: Number(total.rows[0]?.total ?? 0),
      };
    },

    /** People in each of their roles, by name (index seriesTerm_term). */
    async credits(
      viewer: Viewer,
      { search, roles, libraryId, page: { page, pageSize } }: CreditList,
    ): Promise<Found<{ name: string; role: string }>> {
      const isVisible = await visible(viewer, libraryId);
      if (!isVisible || roles?.length === 0) return { rows: [], total: 0 };
      const conditions = [sql`term.kind = 'author'`, isVisible, ...namedLike(search)];
      if (roles) conditions.push(sql`link.role in (${sql.join(roles)})`);
      const credits = sql`select distinct term.name, term."nameKey", term.id, link.role
        from term join "seriesTerm" link on link."termId" = term.id
        join series on series.id = link."seriesId" where ${sql.join(conditions, sql` and `)}`;
      const [rows, total] = await Promise.all([
        sql<{ name: string; role: string }>`select c.name, c.role from (${credits}) as c
          order by c."nameKey", c.id, c.role limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
        sql<{ total: number }>`select count(*) as total from (${credits}) as c`.execute(db),
      ]);
      return { rows: rows.rows, total: Number(total.rows[0]?.total ?? 0) };
    },

    /** Years that series began in, the latest first. */
    async years(viewer: Viewer, libraryId?: string): Promise<number[]> {
      const isVisible = await visible(viewer, libraryId);
      if (!isVisible) return [];
      const { rows } = await sql<{ year: number }>`select distinct series.year from series
        where ${isVisible} and series.year is not null order by series.year desc`.execute(db);
      return rows.map((row) => row.year);
    },

    /** Years, the lowest first; series without a rating last. */
    async ageRatings(viewer: Viewer, libraryId?: string) {
      const isVisible = await visible(viewer, libraryId);
      if (!isVisible) return [];
      const { rows } = await sql<{ ageRating: number | null; seriesCount: number }>`
        select series."ageRating", count(*) as "seriesCount" from series where ${isVisible}
        group by series."ageRating" order by (series."ageRating" is null), series."ageRating"`.execute(db);
      return rows.map((row) => ({ ageRating: row.ageRating, seriesCount: Number(row.seriesCount) }));
    },

    /** A term of the kind that some series in sight has, with all series and books that the viewer sees it on. */
    async find(viewer: Viewer, kind: FacetKind, id: string) {
      const isVisible = await visible(viewer, undefined);
      if (!isVisible) return undefined;
      const { rows } = await sql<{ name: string; nameFolded: string }>`
        select name, "nameFolded" from term where id = ${id} and kind = ${kind}`.execute(db);
      const [term] = rows;
      if (!term) return undefined;
      const series = await sql<{ id: string }>`select distinct series.id from "seriesTerm" link
        join series on series.id = link."seriesId" where link."termId" = ${id} and ${isVisible}`.execute(db);
      const books = await sql<{ id: string }>`select distinct book.id from "bookTerm" link
        join book on book.id = link."bookId" join series on series.id = book."seriesId"
        where link."termId" = ${id} and ${isVisible}`.execute(db);
      return {
        ...term,
        seriesIds: series.rows.map((row) => row.id),
        bookIds: books.rows.map((row) => row.id),
      };
    },
  };
}
