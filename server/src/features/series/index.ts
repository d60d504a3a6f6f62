// Series: lists, shelves, names, marking read.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import type { MountedRoute } from '#kernel/http/implement.ts';
import type { BookFiles } from '../books/index.ts';
import type { ProgressService } from '../progress/index.ts';
import { createSeriesRoutes } from './routes.ts';
import { createSeriesScan, type SeriesHome, type SeriesScan, type SeriesSeed } from './scan/index.ts';
import { createSeriesService } from './service.ts';
import { createSeriesCovers, createSeriesStore, type SeriesCovers } from './store.ts';

export {
  createSeriesCovers,
  createSeriesScan,
  type SeriesCovers,
  type SeriesHome,
  type SeriesScan,
  type SeriesSeed,
};

interface Parts {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  progress: ProgressService;
  books: Pick<BookFiles, 'followSeries'>;
}

export function createSeriesFeature({ database, catalog, events, clock, progress, books }: Parts): {
  routes: MountedRoute[];
} {
  const service = createSeriesService({
    database,
    catalog,
    store: createSeriesStore(),
    events,
    clock,
    books,
  });
  return { routes: createSeriesRoutes({ catalog, service, progress }) };
}
