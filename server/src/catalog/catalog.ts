// Read access to the library for all features and surfaces.
import type { Clock } from '#infrastructure/clock.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { type Books, createBooks } from './books/books.ts';
import { type BookFileReads, createBookFileReads } from './books/files.ts';
import { createFacets, type Facets } from './facets.ts';
import { createLibraries, type Libraries } from './libraries.ts';
import type { ListDatabase } from './lists/listing.ts';
import { createMemberReads, type MemberReads } from './lists/members.ts';
import { createReadingReads, type ReadingReads } from './reading.ts';
import { createSeriesReads, type SeriesReads } from './series/series.ts';
import { createVisibility, type Visibility } from './visible.ts';

export interface Catalog {
  libraries: Libraries;
  books: Books;
  series: SeriesReads;
  /** Reading positions and sessions. */
  reading: ReadingReads;
  facets: Facets;
  /** Visible members of collections and read lists. */
  members: MemberReads;
  files: BookFileReads;
  /** Visibility of series. */
  visibility: Visibility;
}

interface Dependencies {
  database: ListDatabase;
  events: EventBus;
  clock: Clock;
  own: OwnFolders;
}

export function createCatalog({ database, events, clock, own }: Dependencies): Catalog {
  const { db } = database;
  const libraries = createLibraries(db, events, clock);
  const visibility = createVisibility({ db, libraries });
  const deps = { database, libraries, visibility, clock };
  return {
    libraries,
    visibility,
    books: createBooks(deps),
    series: createSeriesReads(deps),
    reading: createReadingReads({ db, libraries }),
    facets: createFacets({ db, libraries }),
    members: createMemberReads({ db, libraries }),
    files: createBookFileReads({ db, libraries, visibility, events, clock, own }),
  };
}
