// Covers and thumbnails of books and series.
import { join } from 'node:path';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { SeriesCovers } from '#features/libraries/series/index.ts';
import { type BlobStore, createBlobStore } from '#infrastructure/blobs/blobs.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { Conversions, EntryReader, PageService } from '../pages/index.ts';
import { createEntities } from './entities.ts';
import { createJpegCovers, type SendJpeg } from './jpeg.ts';
import { createMosaics, type Mosaics } from './mosaics.ts';
import { createOriginals } from './original.ts';
import { createCoverRoutes } from './routes.ts';
import { type CoverService, createCoverService } from './service.ts';
import { createSized, type SendSized } from './sized.ts';
import { createCoverStore } from './store.ts';
import { type CoverTasks, defineCoverTasks, type Renewal } from './tasks.ts';
import { createThumbnails } from './thumbnails.ts';

export type { CoverService, SendSized };

export interface RenewCovers {
  /** Has the thumbnails of a library's books made anew: all, or those that could be larger by now. */
  renew(libraryId: string, which: Renewal): Promise<void>;
}

interface Dependencies {
  config: Config;
  database: Database;
  catalog: Catalog;
  books: BookFiles;
  series: SeriesCovers;
  pages: PageService;
  entries: EntryReader;
  conversions: Pick<Conversions, 'convert'>;
  errors: BookErrors;
  /** For whoever waits, and for the background. */
  pools: { interactive(): WorkerPool; background(): WorkerPool };
  events: EventBus;
  clock: Clock;
}

export interface Covers {
  routes: MountedRoute[];
  service: CoverService;
  tasks: CoverTasks;
  /** Pictures of books that are no more. */
  forget(bookIds: readonly string[]): Promise<void>;
  /** The covers of up to four books or series in one picture. */
  findMosaic: Mosaics;
  /** The cover of a book, full size, as a JPEG whatever is stored. */
  sendJpeg: SendJpeg;
  /** A book's cover in the size that is asked for. */
  sendSized: SendSized;
  /** Thumbnails and uploads: where files of books and covers that are gone may lie. */
  kept: readonly Pick<BlobStore, 'list'>[];
  /** Forgets covers of what is gone; returns how many. */
  removeOrphans(): Promise<number>;
}

export function createCovers(deps: Dependencies): Covers {
  const { config, database, catalog, books, series, pages, errors, pools, events, clock } = deps;
  const { thumbnailWidth, thumbnailHeight, thumbnailQuality, maxPixels } = config.images;
  const small = createBlobStore(join(config.dataDir, 'thumbnails'), '.jpg');
  const uploads = createBlobStore(join(config.dataDir, 'covers'), '');
  const box = { maxWidth: thumbnailWidth, maxHeight: thumbnailHeight, quality: thumbnailQuality, maxPixels };
  const thumbnails = createThumbnails({ books, errors, thumbnails: small, uploads, box });
  const sendOriginal = createOriginals({ pages, entries: deps.entries });
  const store = createCoverStore(database.db);
  const entities = createEntities({ catalog, books, series, clock, sendOriginal });
  const service = createCoverService({
    catalog,
    store,
    entities,
    thumbnails,
    small,
    uploads,
    pool: pools.interactive,
    events,
    clock,
  });
  return {
    service,
    routes: createCoverRoutes(service),
    tasks: defineCoverTasks({ catalog, books, thumbnails, small, box, pool: pools.background }),
    forget: service.forget,
    kept: [small, uploads],
    removeOrphans: store.removeOrphans,
    sendJpeg: createJpegCovers({ service, entities, conversions: deps.conversions }),
    sendSized: createSized({ catalog, thumbnails, pool: pools.interactive, box }),
    findMosaic: createMosaics({ service, pool: pools.interactive, box }),
  };
}
