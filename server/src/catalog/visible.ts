// Visibility rules. All reads for a viewer use these conditions, so that a new rule applies everywhere. A book has the
// visibility of its series.
import type { RestrictionsPreview } from '@lectern/contract/identity/users';
import { type RawBuilder, sql } from 'kysely';
import {
  passesRule,
  type SeriesMarks,
  type SeriesRule,
  toSeriesRule,
  type Viewer,
  visibleLibraries,
} from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { Libraries, LibraryFacts } from './libraries.ts';

export interface Scope {
  viewer: Viewer;
  /** Libraries of the rows: all visible ones, or the requested one if it is visible. */
  libraryIds: readonly string[];
  /** Whether all existing libraries are in scope, so that no library filter is needed. */
  isEverything: boolean;
}

/** Returns all visible libraries, or only the given one. Empty if that library is hidden. */
export async function toScope(libraries: Libraries, viewer: Viewer, libraryId?: string): Promise<Scope> {
  const visible = await libraries.visibleIds(viewer);
  if (libraryId === undefined) {
    const all = await libraries.all();
    const isEverything = visible.length === all.size && !(await libraries.hasLeftovers());
    return { viewer, libraryIds: visible, isEverything };
  }
  return { viewer, libraryIds: visible.filter((id) => id === libraryId), isEverything: false };
}

/** Combines all conditions with `and`. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(conditions, sql` and `);

/** Conditions on `series` for visible rows in the scope. */
export function seriesInScope({ viewer, isEverything, libraryIds }: Scope): RawBuilder<unknown>[] {
  const conditions = [];
  if (!isEverything) conditions.push(sql`series."libraryId" in (${sql.join(libraryIds)})`);
  if (viewer.seriesRule) conditions.push(...toConditions(viewer.seriesRule));
  return conditions;
}

/** Conditions on `book` for visible rows in the scope. */
export function booksInScope({ viewer, isEverything, libraryIds }: Scope): RawBuilder<unknown>[] {
  const conditions = [];
  if (!isEverything) conditions.push(sql`book."libraryId" in (${sql.join(libraryIds)})`);
  if (viewer.seriesRule) {
    conditions.push(sql`exists (select 1 from series where series.id = book."seriesId"
      and ${sql.join(toConditions(viewer.seriesRule), sql` and `)})`);
  }
  return conditions;
}

function toConditions({ allowTagIds, denyTagIds, maxAgeRating, allowUnrated }: SeriesRule) {
  const hasTag = (ids: readonly string[]) => sql`exists (select 1 from "seriesSharingTag" shared
    where shared."seriesId" = series.id and shared."sharingTagId" in (${sql.join(ids)}))`;
  const conditions: RawBuilder<unknown>[] = [];
  if (denyTagIds.length > 0) conditions.push(sql`not ${hasTag(denyTagIds)}`);
  if (allowTagIds.length > 0) conditions.push(hasTag(allowTagIds));
  if (maxAgeRating !== null) {
    conditions.push(sql`(series."ageRating" is null or series."ageRating" <= ${maxAgeRating})`);
  }
  if (!allowUnrated) conditions.push(sql`series."ageRating" is not null`);
  return conditions.length > 0 ? conditions : [sql`1 = 1`];
}

interface PreviewRow {
  isVisible: number;
  seriesCount: number;
  bookCount: number;
  unratedCount: number;
}

const maxPreviewTitles = 6;

const emptyPreview: RestrictionsPreview = {
  visible: { seriesCount: 0, bookCount: 0, titles: [] },
  hidden: { seriesCount: 0, bookCount: 0, titles: [] },
  hiddenUnratedCount: 0,
};

export type LibraryCounts = Pick<LibraryFacts, 'bookCount' | 'seriesCount'>;

interface MarkedSeries {
  libraryId: string;
  marks: SeriesMarks;
}

export interface MarksChange {
  before: MarkedSeries;
  after: MarkedSeries;
}

const chunkSize = 500;

/** Returns the marks that tag and age restrictions depend on, by series id. */
export async function readMarks(db: Db, seriesIds: readonly string[]): Promise<Map<string, SeriesMarks>> {
  const marks = new Map<string, SeriesMarks & { sharingTagIds: string[] }>();
  for (const part of chunks(seriesIds, chunkSize)) {
    const [rows, tags] = await Promise.all([
      db.selectFrom('series').select(['id', 'ageRating']).where('id', 'in', part).execute(),
      db
        .selectFrom('seriesSharingTag')
        .select(['seriesId', 'sharingTagId'])
        .where('seriesId', 'in', part)
        .orderBy('sharingTagId')
        .execute(),
    ]);
    for (const { id, ageRating } of rows) marks.set(id, { ageRating, sharingTagIds: [] });
    for (const { seriesId, sharingTagId } of tags) marks.get(seriesId)?.sharingTagIds.push(sharingTagId);
  }
  return marks;
}

export class Visibility {
  readonly #db: Db;
  readonly #libraries: Libraries;

  constructor(db: Db, libraries: Libraries) {
    this.#db = db;
    this.#libraries = libraries;
  }

  /** Returns the given series that the viewer may see. */
  async visibleSeries(viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
    const scope = await toScope(this.#libraries, viewer);
    const visible = new Set<string>();
    if (scope.libraryIds.length === 0) return visible;
    for (const part of chunks(ids, chunkSize)) {
      const conditions = [sql`series.id in (${sql.join(part)})`, ...seriesInScope(scope)];
      const { rows } = await sql<{ id: string }>`
        select series.id from series where ${sql.join(conditions, sql` and `)}`.execute(this.#db);
      for (const { id } of rows) visible.add(id);
    }
    return visible;
  }

  /** Visible counts by library id. Libraries without visible series are missing. */
  async countByLibrary(viewer: Viewer): Promise<ReadonlyMap<string, LibraryCounts>> {
    // Without a series rule, the viewer sees everything in a library, so the cached totals apply.
    if (viewer.seriesRule === null) return this.#libraries.all();
    const scope = await toScope(this.#libraries, viewer);
    if (scope.libraryIds.length === 0) return new Map();
    const { rows } = await sql<LibraryCounts & { libraryId: string }>`
        select series."libraryId", count(*) as "seriesCount", sum(series."bookCount") as "bookCount"
        from series where ${sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `)}
        group by series."libraryId"`.execute(this.#db);
    const toCounts = (row: LibraryCounts): LibraryCounts => ({
      bookCount: Number(row.bookCount),
      seriesCount: Number(row.seriesCount),
    });
    return new Map(rows.map((row) => [row.libraryId, toCounts(row)]));
  }

  /** Divides the series of the viewer into two parts: visible to the other viewer, and hidden from the other viewer. */
  async preview(viewer: Viewer, other: Viewer): Promise<RestrictionsPreview> {
    const scope = await toScope(this.#libraries, viewer);
    const otherScope = await toScope(this.#libraries, other);
    if (scope.libraryIds.length === 0) return emptyPreview;
    const inScope = allOf([sql`1 = 1`, ...seriesInScope(scope)]);
    const isVisible =
      otherScope.libraryIds.length === 0 ? sql`1 = 0` : allOf([sql`1 = 1`, ...seriesInScope(otherScope)]);
    const { rows } = await sql<PreviewRow>`
      select "isVisible", count(*) as "seriesCount", sum("bookCount") as "bookCount",
        sum("isUnrated") as "unratedCount"
      from (
        select case when ${isVisible} then 1 else 0 end as "isVisible", series."bookCount",
          case when series."ageRating" is null then 1 else 0 end as "isUnrated"
        from series where series."bookCount" > 0 and ${inScope}
      ) as seen group by "isVisible"`.execute(this.#db);
    const readTitles = async (condition: RawBuilder<unknown>) => {
      const found = await sql<{ title: string }>`
        select series.title from series where series."bookCount" > 0 and ${inScope} and ${condition}
        order by series."titleKey", series.id limit ${maxPreviewTitles}`.execute(this.#db);
      return found.rows.map(({ title }) => title);
    };
    const rowOf = (part: 0 | 1) => rows.find(({ isVisible: value }) => Number(value) === part);
    const toPart = async (part: 0 | 1, condition: RawBuilder<unknown>) => {
      const row = rowOf(part);
      return {
        seriesCount: Number(row?.seriesCount ?? 0),
        bookCount: Number(row?.bookCount ?? 0),
        titles: row ? await readTitles(condition) : [],
      };
    };
    return {
      visible: await toPart(1, isVisible),
      hidden: await toPart(0, sql`not (${isVisible})`),
      hiddenUnratedCount: Number(rowOf(0)?.unratedCount ?? 0),
    };
  }

  /** Whether the viewer may see the series, given that its library is visible. */
  async passesRule(viewer: Viewer, seriesId: string): Promise<boolean> {
    return viewer.seriesRule === null || (await this.visibleSeries(viewer, [seriesId])).has(seriesId);
  }

  /** Returns a minimal set of live series that decides which viewers see any of the given series or books. */
  async findWitnesses(of: 'series' | 'book', ids: readonly string[]): Promise<string[]> {
    const libraryOf = await this.#findLiveSeries(of, ids);
    const witnesses = new Map<string, string>();
    for (const [id, marks] of await readMarks(this.#db, [...libraryOf.keys()]))
      witnesses.set(JSON.stringify([libraryOf.get(id), marks]), id);
    return [...witnesses.values()];
  }

  /** Whether a user, with the present limits, sees the series after one of the changes and not before. */
  async hasOtherReaders(changes: readonly MarksChange[]): Promise<boolean> {
    const users = await this.#db
      .selectFrom('user')
      .select(['sharedLibraryIds', 'sharingTags', 'maxAgeRating', 'allowUnrated'])
      .execute();
    return users.some((user) => {
      const ids = visibleLibraries(user.sharedLibraryIds);
      const rule = toSeriesRule(user);
      const sees = ({ libraryId, marks }: MarkedSeries) =>
        (ids === null || ids.has(libraryId)) && (rule === null || passesRule(rule, marks));
      return changes.some(({ before, after }) => sees(after) && !sees(before));
    });
  }

  async #findLiveSeries(of: 'series' | 'book', ids: readonly string[]) {
    const found = new Map<string, string>();
    for (const part of chunks(ids, chunkSize)) {
      const inPart = sql.join(part);
      const which =
        of === 'series'
          ? sql`id in (${inPart})`
          : sql`id in (select "seriesId" from book where id in (${inPart}) and "deletedAt" is null)`;
      const { rows } = await sql<{ id: string; libraryId: string }>`
        select id, "libraryId" from series where "bookCount" > 0 and ${which}`.execute(this.#db);
      for (const { id, libraryId } of rows) found.set(id, libraryId);
    }
    return found;
  }
}
