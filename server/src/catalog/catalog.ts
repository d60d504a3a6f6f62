// Read access to the library for all features and surfaces.
import type { Clock } from '#infrastructure/clock.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { Books } from './books/books.ts';
import { BookFileReads } from './books/files.ts';
import { Facets } from './facets.ts';
import { Libraries } from './libraries.ts';
import type { ListDatabase } from './lists/listing.ts';
import { createMemberReads, type MemberReads } from './lists/members.ts';
import { createReadingReads, type ReadingReads } from './reading.ts';
import { SeriesReads } from './series/series.ts';
import { Visibility } from './visible.ts';

interface Dependencies {
  database: ListDatabase;
  events: EventBus;
  clock: Clock;
  own: OwnFolders;
}

export class Catalog {
  readonly libraries: Libraries;
  /** Visibility of series. */
  readonly visibility: Visibility;
  readonly books: Books;
  readonly series: SeriesReads;
  /** Reading positions and sessions. */
  readonly reading: ReadingReads;
  readonly facets: Facets;
  /** Visible members of collections and read lists. */
  readonly members: MemberReads;
  readonly files: BookFileReads;

  constructor(deps: Dependencies) {
    this.libraries = new Libraries(deps.database.db, deps.events, deps.clock);
    this.visibility = new Visibility(deps.database.db, this.libraries);
    const readDeps = {
      database: deps.database,
      libraries: this.libraries,
      visibility: this.visibility,
      clock: deps.clock,
    };
    this.books = new Books(readDeps);
    this.series = new SeriesReads(readDeps);
    this.reading = createReadingReads({
      db: deps.database.db,
      libraries: this.libraries,
      clock: deps.clock,
    });
    this.facets = new Facets(deps.database.db, this.libraries);
    this.members = createMemberReads({ db: deps.database.db, libraries: this.libraries });
    this.files = new BookFileReads({
      db: deps.database.db,
      libraries: this.libraries,
      visibility: this.visibility,
      events: deps.events,
      clock: deps.clock,
      own: deps.own,
    });
  }
}
