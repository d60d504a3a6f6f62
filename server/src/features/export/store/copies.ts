// SQL of the copies for other programs: read lists, annotations, and edited book metadata. Read-only.
import { fileFormats, isComic } from '@lectern/contract/values';
import type { Db } from '#infrastructure/database/dialect.ts';

const comicFormats = fileFormats.filter(isComic);

/** Entries of a read list in order. */
export const listEntries = (db: Db, readListId: string) =>
  db
    .selectFrom('readListBook')
    .innerJoin('book', 'book.id', 'readListBook.bookId')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select([
      'series.title as series',
      'series.year as seriesYear',
      'book.number',
      'book.volume',
      'book.year',
    ])
    .where('readListBook.readListId', '=', readListId)
    .orderBy('readListBook.position')
    .execute();

/** Titles of the books that the user has annotated. */
export const listMarkedBooks = (db: Db, userId: string) =>
  db
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .select(['book.id', 'book.title', 'series.title as seriesTitle', 'series.id as seriesId'])
    .where(
      'book.id',
      'in',
      db
        .selectFrom('annotation')
        .select('annotation.bookId')
        .where('annotation.userId', '=', userId)
        .where('annotation.deletedAt', 'is', null),
    )
    .orderBy('book.id')
    .execute();

/** Books with edits or provider metadata, of the book or its series. */
export const listEdited = (db: Db, afterId: string | undefined, limit: number) =>
  db
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .leftJoin('bookEdit', 'bookEdit.bookId', 'book.id')
    .leftJoin('seriesMetadata', 'seriesMetadata.seriesId', 'series.id')
    .selectAll('bookMetadata')
    .select(['book.folder', 'book.fileName', 'book.fileFormat', 'book.pageCount', 'library.name as library'])
    .select(['book.title as bookTitle', 'series.title as seriesTitle', 'book.number as bookNumber'])
    .where('library.deletedAt', 'is', null)
    .where('book.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('bookEdit.locks', 'not in', ['{}']),
        eb('bookEdit.provided', 'is not', null),
        eb('seriesMetadata.locks', 'not in', ['{}']),
        eb('seriesMetadata.provided', 'is not', null),
      ]),
    )
    .$if(afterId !== undefined, (rows) => rows.where('book.id', '>', afterId ?? ''))
    .orderBy('book.id')
    .limit(limit)
    .execute();

/** Comic series in a separate folder with edits or provider metadata. */
export const listEditedSeries = (db: Db, afterId: string | undefined, limit: number) =>
  db
    .selectFrom('series')
    .innerJoin('library', 'library.id', 'series.libraryId')
    .innerJoin('seriesMetadata', 'seriesMetadata.seriesId', 'series.id')
    .select(['series.id', 'series.path', 'library.name as library', 'seriesMetadata.lists'])
    .select(['series.title', 'series.publisher', 'series.imprint', 'series.year', 'series.summary'])
    .select(['series.status', 'series.ageRating', 'series.totalChapterCount'])
    .where('library.deletedAt', 'is', null)
    .where('series.path', 'is not', null)
    .where('series.path', '<>', '')
    .where((eb) =>
      eb.or([eb('seriesMetadata.locks', 'not in', ['{}']), eb('seriesMetadata.provided', 'is not', null)]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('book')
          .select('book.id')
          .whereRef('book.seriesId', '=', 'series.id')
          .where('book.deletedAt', 'is', null)
          .where('book.fileFormat', 'in', comicFormats),
      ),
    )
    .$if(afterId !== undefined, (rows) => rows.where('series.id', '>', afterId ?? ''))
    .orderBy('series.id')
    .limit(limit)
    .execute();
