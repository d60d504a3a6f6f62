// The catalog's list queries, for tests that need more than the paged results.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { silentLog } from '#infrastructure/log.ts';
import { Catalog } from '../../../src/catalog/catalog.ts';
import { createPrepare } from '../../../src/catalog/conditions/prepare.ts';
import { type BookList, toBookListing } from '../../../src/catalog/lists/book-lists.ts';
import type { Listing } from '../../../src/catalog/lists/listing.ts';
import { type SeriesList, toSeriesListing } from '../../../src/catalog/lists/series-lists.ts';
import { toScope } from '../../../src/catalog/visible.ts';

export interface Listings {
  books(list: BookList): Promise<Listing>;
  series(list: SeriesList): Promise<Listing>;
}

export async function openListings(database: OpenedDatabase, viewer: Viewer): Promise<Listings> {
  const events = new LocalBus(silentLog);
  const catalog = new Catalog({ own: new OwnFolders([]), database, events, clock: Date.now });
  const { libraries, visibility } = catalog;
  const shared = { database, db: database.db, libraries, visibility, clock: Date.now };
  const books = createPrepare('books', shared);
  const series = createPrepare('series', shared);
  const scope = await toScope(libraries, viewer);
  return {
    books: (list) => toBookListing({ ...shared, prepare: books }, scope, list),
    series: (list) => toSeriesListing({ ...shared, prepare: series }, scope, list),
  };
}
