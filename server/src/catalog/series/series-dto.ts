// Converts series for the API, and reads their rows.
import type { Series } from '@lectern/contract/libraries/series';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toDisplayName, toLastName } from '#infrastructure/files/names.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import { readSeriesCovers } from '../cover-versions.ts';
import type { Libraries, LibraryFacts } from '../libraries.ts';

export interface SeriesRow extends SeriesTable {
  library: LibraryFacts;
  readCount: number;
  inProgressCount: number;
  isWanted: boolean;
  coverVersion: string;
  thumbHash: string | null;
}

/**
 * Returns the series in the order of the ids, with the viewer's progress and want-to-read state, in four statements.
 */
export async function readSeriesRows(
  { db, libraries }: { db: Db; libraries: Libraries },
  viewer: Viewer,
  ids: readonly string[],
): Promise<SeriesRow[]> {
  if (ids.length === 0) return [];
  const [rows, progress, wants, toCover, known] = await Promise.all([
    db.selectFrom('series').selectAll().where('id', 'in', ids).execute(),
    db
      .selectFrom('seriesProgress')
      .selectAll()
      .where('userId', '=', viewer.userId)
      .where('seriesId', 'in', ids)
      .execute(),
    db
      .selectFrom('wantToRead')
      .select('entityId')
      .where('userId', '=', viewer.userId)
      .where('entityType', '=', 'series')
      .where('entityId', 'in', ids)
      .execute(),
    readSeriesCovers(db, ids),
    libraries.all(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const progressOf = new Map(progress.map((row) => [row.seriesId, row]));
  const wanted = new Set(wants.map((row) => row.entityId));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const library = row && known.get(row.libraryId);
    if (!row || !library) return [];
    const own = progressOf.get(id);
    const { readCount = 0, inProgressCount = 0 } = own ?? {};
    const isWanted = wanted.has(id);
    return [{ ...row, library, readCount, inProgressCount, isWanted, ...toCover(row) }];
  });
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
