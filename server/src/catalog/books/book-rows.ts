// Book rows with their series, library and the viewer's progress, in one statement regardless of the number of books.
import type { ReadingDirection } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import type { Libraries, LibraryFacts } from '../libraries.ts';
import { allOf, seriesInScope, toScope } from '../visible.ts';

/** Columns that the API needs. Folded texts and keys, which only conditions and sorts use, are not read. */
const columns = [
  ...(['id', 'libraryId', 'rootId', 'title', 'titleSort'] as const),
  ...(['number', 'volume', 'chapter', 'numberText', 'volumeText', 'numberValue'] as const),
  ...(['orderKey', 'orderNumber', 'releasedAt', 'pageCount'] as const),
  ...(['folder', 'fileName', 'fileFormat', 'fileSize', 'fileModifiedUs', 'fileHash'] as const),
  ...(['nameHash', 'readerHash', 'analyzed', 'analysisError', 'coverId', 'thumbnailState'] as const),
  ...(['thumbHash', 'deletedAt', 'mainBookId', 'createdAt', 'updatedAt'] as const),
];
/** Whether a user has placed the book in its series (features/libraries/reading-order). */
const isPlaced = sql`case when book."orderFacts" like '%"position":%' then 1 else 0 end as "isPlaced"`;
/** Columns of the viewer's progress. Names that the book also has are prefixed. */
const progressColumns = sql`p.id as "progressId", p."currentPage", p.percentage, p.completed, p.locator, p."startedAt",
  p."updatedAt" as "progressUpdatedAt", p."completedAt"`;
const selected = sql`${sql.join([...columns.map((column) => sql.ref(`book.${column}`)), isPlaced])},
  series.id as "seriesId", series.title as "seriesTitle", series."readingDirection" as "seriesReadingDirection",
  series."isOneshot" as "seriesIsOneshot", ${progressColumns}`;

type BookColumns = Pick<BookTable, (typeof columns)[number] | 'seriesId'> & { isPlaced: number };

interface SeriesColumns {
  seriesTitle: string;
  seriesReadingDirection: ReadingDirection | null;
  seriesIsOneshot: number;
}

type ProgressColumns = Pick<
  ReadProgressTable,
  'currentPage' | 'percentage' | 'completed' | 'locator' | 'startedAt' | 'completedAt'
> & { progressId: string | null; progressUpdatedAt: number };

export interface BookRow extends BookColumns, SeriesColumns {
  library: LibraryFacts;
  rootPath: string;
  /** The viewer's progress. Null if the book was never opened. */
  progress: ReadProgressTable | null;
}

interface Dependencies {
  db: Db;
  libraries: Libraries;
}

/**
 * Returns the books in the order of the ids. Skips unknown ids, books of removed libraries, and books whose series do
 * not meet `conditions`.
 */
export async function readBookRows(
  { db, libraries }: Dependencies,
  viewer: Viewer,
  ids: readonly string[],
  conditions: readonly RawBuilder<unknown>[] = [],
): Promise<BookRow[]> {
  if (ids.length === 0) return [];
  const known = await libraries.all();
  // An additional format has the series and the visibility of its entry.
  const { rows } = await sql<BookColumns & SeriesColumns & ProgressColumns>`select ${selected}
      from book left join book main on main.id = book."mainBookId"
      join series on series.id = coalesce(main."seriesId", book."seriesId")
      left join "readProgress" p on p."bookId" = book.id and p."userId" = ${viewer.userId}
      where ${allOf([sql`book.id in (${sql.join(ids)})`, ...conditions])}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const library = row && known.get(row.libraryId);
    if (!row || !library) return [];
    const rootPath = library.roots.find((root) => root.id === row.rootId)?.path ?? '';
    // `Object.assign` instead of spread: copying fifty columns takes longer than reading them.
    return [Object.assign(row, { library, rootPath, progress: toProgress(row, viewer) })];
  });
}

/** Returns the books that the viewer may see, also if they are deleted, in the order of the ids. */
export async function readVisibleBookRows(
  deps: Dependencies,
  viewer: Viewer,
  ids: readonly string[],
): Promise<BookRow[]> {
  const scope = await toScope(deps.libraries, viewer);
  return scope.libraryIds.length === 0 ? [] : readBookRows(deps, viewer, ids, seriesInScope(scope));
}

function toProgress(row: BookColumns & ProgressColumns, { userId }: Viewer): ReadProgressTable | null {
  const { progressId, currentPage, percentage, completed, locator, startedAt, completedAt } = row;
  if (progressId === null) return null;
  return {
    id: progressId,
    userId,
    bookId: row.id,
    currentPage,
    percentage,
    completed,
    locator,
    startedAt,
    updatedAt: row.progressUpdatedAt,
    completedAt,
  };
}
