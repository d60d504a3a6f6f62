// Book rows with their series, library and the viewer's progress, in three statements regardless of the number of
// books.
import type { ReadingDirection } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import type { Libraries, LibraryFacts } from '../libraries.ts';

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
const selected = sql.join([...columns.map((column) => sql.ref(`book.${column}`)), isPlaced]);

type BookColumns = Pick<BookTable, (typeof columns)[number] | 'seriesId'> & { isPlaced: number };

interface SeriesColumns {
  seriesTitle: string;
  seriesReadingDirection: ReadingDirection | null;
  seriesIsOneshot: number;
}

export interface BookRow extends BookColumns, SeriesColumns {
  library: LibraryFacts;
  rootPath: string;
  /** The viewer's progress. Null if the book was never opened. */
  progress: ReadProgressTable | null;
}

/** Returns the books in the order of the ids. Skips unknown ids and books of removed libraries. */
export async function readBookRows(
  { db, libraries }: { db: Db; libraries: Libraries },
  viewer: Viewer,
  ids: readonly string[],
): Promise<BookRow[]> {
  if (ids.length === 0) return [];
  const [{ rows }, progress, known] = await Promise.all([
    // An additional format has the series and the visibility of its entry.
    sql<
      BookColumns & SeriesColumns
    >`select ${selected}, series.id as "seriesId", series.title as "seriesTitle",
        series."readingDirection" as "seriesReadingDirection", series."isOneshot" as "seriesIsOneshot"
      from book left join book main on main.id = book."mainBookId"
      join series on series.id = coalesce(main."seriesId", book."seriesId")
      where book.id in (${sql.join(ids)})`.execute(db),
    db
      .selectFrom('readProgress')
      .selectAll()
      .where('userId', '=', viewer.userId)
      .where('bookId', 'in', ids)
      .execute(),
    libraries.all(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const progressOf = new Map(progress.map((row) => [row.bookId, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const library = row && known.get(row.libraryId);
    if (!row || !library) return [];
    const rootPath = library.roots.find((root) => root.id === row.rootId)?.path ?? '';
    // `Object.assign` instead of spread: copying fifty columns takes longer than reading them.
    return [Object.assign(row, { library, rootPath, progress: progressOf.get(id) ?? null })];
  });
}
