// Converts series for the API, and reads their rows.
import type { Series } from '@lectern/contract/libraries/series';
import { type RawBuilder, sql } from 'kysely';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toDisplayName, toLastName } from '#infrastructure/files/names.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import {
  type CoverColumns,
  coverColumns,
  coverJoin,
  type SeriesCover,
  toSeriesCover,
} from '../cover-versions.ts';
import type { Libraries, LibraryFacts } from '../libraries.ts';
import { wantedAt } from '../lists/shelf-sql.ts';
import { allOf, seriesInScope, toScope } from '../visible.ts';

/** Columns that the API needs. Folded texts and keys, which only conditions and sorts use, are not read. */
const columns = [
  ...(['id', 'libraryId', 'rootId', 'path', 'assignedTitle', 'title', 'titleSort', 'titleKey'] as const),
  ...(['summary', 'publisher', 'imprint', 'year', 'status', 'language', 'ageRating'] as const),
  ...(['readingDirection', 'totalVolumeCount', 'totalChapterCount', 'ownedVolumeCount'] as const),
  ...(['releasedAt', 'isOneshot', 'coverSource', 'coverId', 'bookOrder', 'specials', 'bookCount'] as const),
  ...(['booksUpdatedAt', 'createdAt', 'updatedAt'] as const),
];
const selected = sql`${sql.join(columns.map((column) => sql.ref(`series.${column}`)))},
  coalesce(p."readCount", 0) as "readCount", coalesce(p."inProgressCount", 0) as "inProgressCount", ${coverColumns}`;

type SeriesColumns = Pick<SeriesTable, (typeof columns)[number]>;

interface ReadColumns extends SeriesColumns, CoverColumns {
  readCount: number;
  inProgressCount: number;
  wantedAt: number | null;
}

export interface SeriesRow extends SeriesColumns, SeriesCover {
  library: LibraryFacts;
  readCount: number;
  inProgressCount: number;
  isWanted: boolean;
}

interface Dependencies {
  db: Db;
  libraries: Libraries;
}

/**
 * Returns the series that meet `conditions` in the order of the ids, with the viewer's progress and want-to-read state,
 * in one statement.
 */
export async function readSeriesRows(
  { db, libraries }: Dependencies,
  viewer: Viewer,
  ids: readonly string[],
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<SeriesRow[]> {
  if (ids.length === 0) return [];
  const known = await libraries.all();
  const { rows } = await sql<ReadColumns>`
    select ${selected}, ${wantedAt('series', viewer.userId)} as "wantedAt"
    from series left join "seriesProgress" p on p."seriesId" = series.id and p."userId" = ${viewer.userId}
      ${coverJoin}
    where ${allOf([sql`series.id in (${sql.join(ids)})`, ...conditions])}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const library = row && known.get(row.libraryId);
    if (!row || !library) return [];
    return [Object.assign(row, { library, isWanted: row.wantedAt !== null, ...toSeriesCover(row) })];
  });
}

/** Returns the series that the viewer may see, also if they have no books, in the order of the ids. */
export async function readVisibleSeriesRows(
  deps: Dependencies,
  viewer: Viewer,
  ids: readonly string[],
): Promise<SeriesRow[]> {
  const scope = await toScope(deps.libraries, viewer);
  return scope.libraryIds.length === 0 ? [] : readSeriesRows(deps, viewer, ids, seriesInScope(scope));
}

export function toSeriesDto(row: SeriesRow, viewer: Viewer): Series {
  return {
    id: row.id,
    libraryId: row.libraryId,
    libraryName: row.library.name,
    title: row.title,
    titleSort: row.titleSort,
    summary: row.summary,
    publisher: row.publisher,
    year: row.year,
    status: row.status,
    language: row.language,
    ageRating: row.ageRating,
    readingDirection: row.readingDirection ?? row.library.defaultReadingDirection,
    path:
      row.path === null
        ? null
        : toDisplayName(can(viewer, 'books:write') ? fullPath(row, row.path) : toLastName(row.path)),
    bookCount: row.bookCount,
    unreadCount: Math.max(0, row.bookCount - row.readCount),
    inProgressCount: row.inProgressCount,
    coverVersion: row.coverVersion,
    thumbHash: row.thumbHash,
    bookOrder: row.bookOrder,
    specials: row.specials,
    hasCustomCover: row.coverSource === 'custom',
    wantToRead: row.isWanted,
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  };
}

function fullPath({ library, rootId }: SeriesRow, path: string): string {
  const root = library.roots.find((one) => one.id === rootId)?.path ?? '';
  return path === '' ? root : `${root.replace(/\/$/, '')}/${path}`;
}
