// How anyone reads the library: one object with everything that features and surfaces may ask for.
import type { Clock } from '#kernel/clock.ts';
import type { Db } from '#kernel/database/dialect.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import { type Books, createBooks } from './books.ts';
import { type BookFileReads, createBookFileReads } from './files.ts';
import { createLibraries, type Libraries } from './libraries.ts';
import { createSeriesReads, type SeriesReads } from './series.ts';

export interface Catalog {
  libraries: Libraries;
  books: Books;
  series: SeriesReads;
  files: BookFileReads;
}

export function createCatalog({ db, events, clock }: { db: Db; events: EventBus; clock: Clock }): Catalog {
  const libraries = createLibraries(db, events, clock);
  return {
    libraries,
    books: createBooks({ db, libraries }),
    series: createSeriesReads({ db, libraries }),
    files: createBookFileReads({ db, libraries, events, clock }),
  };
}
