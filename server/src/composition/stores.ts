// The stores that write books and series; each table has one of them.
import { type BookErrors, createBookErrors } from '#features/libraries/book-errors/index.ts';
import {
  type ApplyEdits,
  type BookFiles,
  createBookEdits,
  createBookFiles,
} from '#features/libraries/books/index.ts';
import { createFormats, type Formats } from '#features/libraries/formats/index.ts';
import { createLibraryScan, type LibraryScan } from '#features/libraries/libraries/index.ts';
import { createIndexing, type Indexing } from '#features/libraries/search-index/index.ts';
import { createSeriesScan, type SeriesScan } from '#features/libraries/series/index.ts';
import { replaceInReadLists } from '#features/reading/lists/index.ts';
import { shareProgress } from '#features/reading/progress/index.ts';
import { createSeriesProgress, type SeriesProgress } from '#features/reading/series-progress/index.ts';
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
  const indexing = createIndexing(database);
  const edits = createBookEdits(clock);
  return {
    books,
    edits,
    formats: createFormats({
      ...{ database, books, edits, clock, shareProgress },
      keepers: [replaceInReadLists, replaceInWantToRead],
    }),
    errors: createBookErrors({ database, clock }),
    indexing,
    libraries: createLibraryScan(database),
    series: createSeriesScan({ dialect: database.dialect, books, indexing }),
    seriesProgress: createSeriesProgress(database.dialect),
  };
}
