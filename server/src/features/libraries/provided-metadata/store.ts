// Finds books and series with provider metadata (indexes bookEdit_provided, seriesMetadata_provided). Writes nothing.
import type { Db } from '#infrastructure/database/dialect.ts';

export interface ProvidedRow {
  id: string;
  /** JSON. */
  provided: string | null;
}

interface Page {
  /** Undefined for all libraries. */
  libraryId: string | undefined;
  after: string | undefined;
  limit: number;
}

export const listSeries = (db: Db, { libraryId, after, limit }: Page): Promise<ProvidedRow[]> =>
  db
    .selectFrom('seriesMetadata')
    .innerJoin('series', 'series.id', 'seriesMetadata.seriesId')
    .select(['seriesMetadata.seriesId as id', 'seriesMetadata.provided'])
    .where('seriesMetadata.provided', 'is not', null)
    .$if(libraryId !== undefined, (rows) => rows.where('series.libraryId', '=', libraryId ?? ''))
    .$if(after !== undefined, (rows) => rows.where('seriesMetadata.seriesId', '>', after ?? ''))
    .orderBy('seriesMetadata.seriesId')
    .limit(limit)
    .execute();

export const listBooks = (db: Db, { libraryId, after, limit }: Page): Promise<ProvidedRow[]> =>
  db
    .selectFrom('bookEdit')
    .innerJoin('book', 'book.id', 'bookEdit.bookId')
    .select(['bookEdit.bookId as id', 'bookEdit.provided'])
    .where('bookEdit.provided', 'is not', null)
    .$if(libraryId !== undefined, (rows) => rows.where('book.libraryId', '=', libraryId ?? ''))
    .$if(after !== undefined, (rows) => rows.where('bookEdit.bookId', '>', after ?? ''))
    .orderBy('bookEdit.bookId')
    .limit(limit)
    .execute();
