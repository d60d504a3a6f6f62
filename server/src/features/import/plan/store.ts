// SQL of the local books to match with source books. Read-only.
import { fileIsThere } from '#catalog/books/presence.ts';
import { readRows } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OurBook } from './match-books.ts';

const rowsAtOnce = 2_000;

/** Yields one book at a time to limit memory use. */
export async function* listBooks(db: Db, libraryIds: readonly string[]): AsyncGenerator<OurBook> {
  if (libraryIds.length === 0) return;
  const read = (last: { id: string } | undefined) =>
    db
      .selectFrom('book')
      .innerJoin('libraryRoot', 'libraryRoot.id', 'book.rootId')
      .select(['book.id', 'book.mainBookId', 'book.seriesId', 'libraryRoot.path as rootPath'])
      .select(['book.folder', 'book.fileName', 'book.fileSize', 'book.readerHash'])
      .where('book.libraryId', 'in', libraryIds)
      .where(fileIsThere)
      .$if(last !== undefined, (query) => query.where('book.id', '>', last?.id ?? ''))
      .orderBy('book.id')
      .limit(rowsAtOnce)
      .execute();
  for await (const { folder, fileSize, mainBookId, ...row } of readRows(rowsAtOnce, read))
    yield {
      ...row,
      entryId: mainBookId ?? row.id,
      fileSize: Number(fileSize),
      path: folder === '' ? row.fileName : `${folder}/${row.fileName}`,
    };
}
