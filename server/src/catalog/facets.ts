// Filter options: terms and age ratings with the number of visible series.
import type { NameKind } from '@lectern/contract/libraries/name-kinds';
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import { isLimited, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { CountedRows } from './books/books.ts';
import { countRows } from './count-rows.ts';
import type { Libraries } from './libraries.ts';
import { findRelated, type RelatedNames } from './related.ts';
import { seriesInScope, toScope } from './visible.ts';

export interface FacetRow {
  id: string;
  name: string;
  seriesCount: number;
}

export type FacetKind = 'genre' | 'tag' | 'author' | 'publisher' | 'imprint' | 'language' | 'storyArc';

export interface Credit {
  name: string;
  role: string;
}

export interface AgeRatingRow {
  ageRating: number | null;
  seriesCount: number;
}

export interface FacetList {
  search?: string | undefined;
  role?: string | undefined;
  libraryId?: string | undefined;
  page: PageRequest;
}

interface CreditList extends Omit<FacetList, 'role'> {
  /** Any of these roles. All roles if omitted. */
  roles?: readonly string[] | undefined;
}

const seriesOfTerm = sql`join "seriesTerm" link on link."termId" = term.id
    join series on series.id = link."seriesId"`;
/** Series do not have story arcs, but their books. */
const seriesOfBooks = sql`join "bookTerm" link on link."termId" = term.id
    join book on book.id = link."bookId" and book."deletedAt" is null join series on series.id = book."seriesId"`;

/** Returns no condition for an empty text. */
function namedLike(text: string | undefined): RawBuilder<unknown>[] {
  const search = fold(text ?? '');
  if (search === '') return [];
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return [sql`term."nameFolded" like ${pattern} escape '\\'`];
}

export interface FacetTerm {
  name: string;
  nameFolded: string;
  seriesIds: string[];
  bookIds: string[];
}

export class Facets {
  readonly #db: Db;
  readonly #libraries: Libraries;

  constructor(db: Db, libraries: Libraries) {
    this.#db = db;
    this.#libraries = libraries;
  }

  /** Terms of a kind, sorted by name (indexes seriesTerm_term and bookTerm_term). */
  async list(
    viewer: Viewer,
    kind: FacetKind,
    { search, role, libraryId, page: { page, pageSize } }: FacetList,
  ): Promise<CountedRows<FacetRow>> {
    const isVisible = await this.#toVisible(viewer, libraryId);
    if (!isVisible) return { rows: [], total: 0 };
    const conditions = [sql`term.kind = ${kind}`, isVisible, ...namedLike(search)];
    if (role !== undefined) conditions.push(sql`link.role = ${role}`);
    const from = sql`from term ${kind === 'storyArc' ? seriesOfBooks : seriesOfTerm}
    where ${sql.join(conditions, sql` and `)}`;
    const [{ rows }, total] = await Promise.all([
      sql<FacetRow>`select term.id, term.name, count(distinct series.id) as "seriesCount" ${from}
      group by term.id, term.name, term."nameKey" order by term."nameKey", term.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(this.#db),
      sql<{ total: number }>`select count(distinct term.id) as total ${from}`.execute(this.#db),
    ]);
    return {
      rows: rows.map((row) => ({ ...row, seriesCount: Number(row.seriesCount) })),
      total: Number(total.rows[0]?.total ?? 0),
    };
  }

  /** People with each of their roles, sorted by name (index seriesTerm_term). */
  async credits(
    viewer: Viewer,
    { search, roles, libraryId, page: { page, pageSize } }: CreditList,
  ): Promise<CountedRows<Credit>> {
    const isVisible = await this.#toVisible(viewer, libraryId);
    if (!isVisible || roles?.length === 0) return { rows: [], total: 0 };
    const conditions = [sql`term.kind = 'author'`, isVisible, ...namedLike(search)];
    if (roles) conditions.push(sql`link.role in (${sql.join(roles)})`);
    const credits = sql`select distinct term.name, term."nameKey", term.id, link.role
    from term join "seriesTerm" link on link."termId" = term.id
    join series on series.id = link."seriesId" where ${sql.join(conditions, sql` and `)}`;
    const [{ rows }, total] = await Promise.all([
      sql<Credit>`select c.name, c.role from (${credits}) as c
      order by c."nameKey", c.id, c.role limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(this.#db),
      countRows(this.#db, sql`from (${credits}) as c`),
    ]);
    return { rows, total };
  }

  /** Start years of series, latest first. */
  async years(viewer: Viewer, libraryId?: string): Promise<number[]> {
    const isVisible = await this.#toVisible(viewer, libraryId);
    if (!isVisible) return [];
    const { rows } = await sql<{ year: number }>`select distinct series.year from series
    where ${isVisible} and series.year is not null order by series.year desc`.execute(this.#db);
    return rows.map((row) => row.year);
  }

  /** Age ratings in years, lowest first; series without a rating last. */
  async ageRatings(viewer: Viewer, libraryId?: string): Promise<AgeRatingRow[]> {
    const isVisible = await this.#toVisible(viewer, libraryId);
    if (!isVisible) return [];
    const { rows } = await sql<AgeRatingRow>`
    select series."ageRating", count(*) as "seriesCount" from series where ${isVisible}
    group by series."ageRating" order by (series."ageRating" is null), series."ageRating"`.execute(this.#db);
    return rows.map((row) => ({ ageRating: row.ageRating, seriesCount: Number(row.seriesCount) }));
  }

  /**
   * Returns a term with the number of visible series and books. Restricted viewers do not find terms without
   * visible ones.
   */
  async find(viewer: Viewer, kind: FacetKind, id: string): Promise<FacetTerm | undefined> {
    const isVisible = await this.#toVisible(viewer);
    if (!isVisible) return undefined;
    const { rows } = await sql<Pick<FacetTerm, 'name' | 'nameFolded'>>`
    select name, "nameFolded" from term where id = ${id} and kind = ${kind}`.execute(this.#db);
    const [term] = rows;
    if (!term) return undefined;
    const series = await sql<{ id: string }>`select distinct series.id from "seriesTerm" link
    join series on series.id = link."seriesId" where link."termId" = ${id} and ${isVisible}`.execute(
      this.#db,
    );
    const books = await sql<{ id: string }>`select distinct book.id from "bookTerm" link
    join book on book.id = link."bookId" join series on series.id = book."seriesId"
    where link."termId" = ${id} and ${isVisible}`.execute(this.#db);
    if (isLimited(viewer) && series.rows.length + books.rows.length === 0) return undefined;
    return {
      ...term,
      seriesIds: series.rows.map((row) => row.id),
      bookIds: books.rows.map((row) => row.id),
    };
  }

  /** The names that occur with a name. Undefined if the viewer sees nothing with it. */
  related(viewer: Viewer, which: { kind: NameKind; name: string }): Promise<RelatedNames | undefined> {
    return findRelated({ db: this.#db, libraries: this.#libraries }, viewer, which);
  }

  /** SQL conditions on `series` for the visible rows. Undefined if nothing is visible. */
  async #toVisible(viewer: Viewer, libraryId?: string): Promise<RawBuilder<unknown> | undefined> {
    const scope = await toScope(this.#libraries, viewer, libraryId);
    if (scope.libraryIds.length === 0) return undefined;
    return sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `);
  }
}
