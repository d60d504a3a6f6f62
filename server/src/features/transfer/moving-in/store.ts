// The SQL of moving in: our books, to find theirs among them. It writes nothing.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OurBook } from './matching.ts';

export async function listBooks(db: Db, libraryIds: readonly string[]): Promise<OurBook[]> {
  if (libraryIds.length === 0) return [];
  const rows = await db
    .selectFrom('book')
    .innerJoin('libraryRoot', 'libraryRoot.id', 'book.rootId')
    .select([
      'book.id',
      'book.seriesId',
      'book.folder',
      'book.fileName',
      'book.fileSize',
      'book.readerHash',
      'libraryRoot.path as rootPath',
    ])
    .where('book.libraryId', 'in', libraryIds)
    .where('book.deletedAt', 'is', null)
    .execute();
  return rows.map(({ folder, ...row }) => ({
    ...row,
    fileSize: Number(row.fileSize),
    path: folder === '' ? row.fileName : `${folder}/${row.fileName}`,
  }));
}
