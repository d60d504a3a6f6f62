// The stores that write books and series; each table has one of them.
import { BookErrors } from '#features/libraries/book-errors/index.ts';
import {
  type ApplyEdits,
  type BookFiles,
  createBookEdits,
  createBookFiles,
} from '#features/libraries/books/index.ts';
import { Formats } from '#features/libraries/formats/index.ts';
import { LibraryScan } from '#features/libraries/libraries/index.ts';
import { Indexing } from '#features/libraries/search-index/index.ts';
import { SeriesScan } from '#features/libraries/series/index.ts';
import { replaceInReadLists } from '#features/reading/lists/index.ts';
import { shareProgress } from '#features/reading/progress/index.ts';
import { SeriesProgress } from '#features/reading/series-progress/index.ts';
import { replaceInWantToRead } from '#features/reading/want-to-read/index.ts';
import type { Infrastructure } from './infrastructure.ts';

export interface Stores {
  books: BookFiles;
  formats: Formats;
  edits: ApplyEdits;
  errors: BookErrors;
  indexing: Indexing;
  libraries: LibraryScan;
  series: SeriesScan;
  seriesProgress: SeriesProgress;
}

export function createStores({ database, clock }: Infrastructure): Stores {
  const books = createBookFiles(database);
  const indexing = new Indexing(database.dialect);
  const edits = createBookEdits(clock);
  return {
    books,
    edits,
    formats: new Formats({
      database,
      books,
      edits,
      clock,
      shareProgress,
      keepers: [replaceInReadLists, replaceInWantToRead],
    }),
    errors: new BookErrors(database, clock),
    indexing,
    libraries: new LibraryScan(database),
    series: new SeriesScan(database.dialect, books, indexing),
    seriesProgress: new SeriesProgress(database.dialect),
  };
}
