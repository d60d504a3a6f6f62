// The SQL of moving in: our books, to find theirs among them. It writes nothing.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OurBook } from './matching.ts';

const rowsAtOnce = 2_000;

/** One by one: a large library has too many for the memory. */
export async function* listBooks(db: Db, libraryIds: readonly string[]): AsyncGenerator<OurBook> {
  if (libraryIds.length === 0) return;
  for (let after = ''; ; ) {
    const rows = await readPage(db, libraryIds, after);
    for (const { folder, fileSize, ...row } of rows)
      yield {
        ...row,
        fileSize: Number(fileSize),
        path: folder === '' ? row.fileName : `${folder}/${row.fileName}`,
      };
    const last = rows.at(-1);
    if (rows.length < rowsAtOnce || !last) return;
    after = last.id;
  }
}

function readPage(db: Db, libraryIds: readonly string[], after: string) {
  let query = db
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
    .where('book.deletedAt', 'is', null);
  if (after !== '') query = query.where('book.id', '>', after);
  return query.orderBy('book.id').limit(rowsAtOnce).execute();
}
