// Finds the rows of files by content, for files that were moved or copied.
import { hasHash } from '#catalog/books/hashes.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';

/** `readerHash` is null only if the file was never read. */
export type FileHashes = Pick<BookTable, 'fileHash' | 'readerHash'>;

/** A row with given content, in any folder, live or deleted. */
export type SameContent = Pick<
  BookTable,
  | 'id'
  | 'libraryId'
  | 'seriesId'
  | 'rootId'
  | 'folder'
  | 'fileName'
  | 'fileFormat'
  | 'fileHash'
  | 'readerHash'
  | 'pageHash'
  | 'importHash'
  | 'fileSize'
  | 'fileModifiedUs'
  | 'sidecarStamp'
  | 'deletedAt'
  | 'mainBookId'
>;

export const sameContent = [
  ...(['id', 'libraryId', 'seriesId', 'rootId', 'folder', 'fileName', 'fileFormat', 'fileHash'] as const),
  ...(['readerHash', 'pageHash', 'importHash', 'fileSize', 'fileModifiedUs', 'sidecarStamp'] as const),
  ...(['deletedAt', 'mainBookId'] as const),
];

export async function findByHash(db: Db, files: readonly FileHashes[]): Promise<SameContent[]> {
  const read = files.filter(({ fileHash }) => fileHash !== '');
  const readerHashes = read.flatMap(({ readerHash }) => readerHash ?? []);
  if (readerHashes.length === 0) return [];
  return db
    .selectFrom('book')
    .select(sameContent)
    .where(hasHash('readerHash', readerHashes))
    .where('fileHash', 'in', [...new Set(read.map(({ fileHash }) => fileHash))])
    .orderBy('id')
    .execute();
}

export async function findByPageHash(
  db: Db,
  files: readonly Pick<BookTable, 'pageHash'>[],
): Promise<SameContent[]> {
  const hashes = files.flatMap(({ pageHash }) => pageHash ?? []);
  if (hashes.length === 0) return [];
  return db.selectFrom('book').select(sameContent).where(hasHash('pageHash', hashes)).orderBy('id').execute();
}

export const listLive = (db: Db, seriesId: string): Promise<SameContent[]> =>
  db
    .selectFrom('book')
    .select(sameContent)
    .where('seriesId', '=', seriesId)
    .where('deletedAt', 'is', null)
    .execute();

export const findByIds = async (db: Db, ids: readonly string[]): Promise<SameContent[]> =>
  ids.length === 0 ? [] : db.selectFrom('book').select(sameContent).where('id', 'in', ids).execute();

/**
 * Ids of the books of a library that were deleted last, newest first. Omits files in the trash, and books whose data
 * followed to a copy.
 */
export async function listLastDeleted(db: Db, libraryId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('book')
    .select('id')
    .where('libraryId', '=', libraryId)
    .where('deletedAt', 'is not', null)
    .where('mainBookId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('trashedFile').select('trashedFile.id').whereRef('bookId', '=', 'book.id'))),
    )
    .where(({ not, exists, selectFrom }) => {
      const followed = selectFrom('fileMatch').select('fileMatch.id');
      const ofBook = followed.whereRef('fileMatch.otherBookId', '=', 'book.id');
      return not(exists(ofBook.where('kind', '=', 'same_copy').where('undoneAt', 'is', null)));
    })
    .orderBy('deletedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
