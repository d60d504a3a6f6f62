// Series: lists, shelves, names, and read marks.
import type { Catalog } from '#catalog/catalog.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { SeriesEdits } from './metadata/fields.ts';
import { createSeriesMetadataRoutes } from './metadata/routes.ts';
import { toSeriesFile } from './metadata/series-file.ts';
import {
  createSeriesMetadataService,
  type SeriesMetadataService,
  type SeriesWithFile,
} from './metadata/service.ts';
import { createSeriesRoutes } from './routes.ts';
import { type SeriesHome, SeriesScan, type SeriesSeed } from './scan/index.ts';
import { SeriesCovers } from './store.ts';

export {
  SeriesCovers,
  type SeriesEdits,
  type SeriesHome,
  type SeriesMetadataService,
  SeriesScan,
  type SeriesSeed,
  type SeriesWithFile,
  toSeriesFile,
};

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  progress: ProgressService;
  describe: SeriesScan['describe'];
}

export function createSeriesFeature({ catalog, progress, ...deps }: Dependencies): {
  routes: MountedRoute[];
  metadata: SeriesMetadataService;
} {
  const metadata = createSeriesMetadataService({ ...deps, catalog });
  return {
    metadata,
    routes: [...createSeriesRoutes(catalog, metadata, progress), ...createSeriesMetadataRoutes(metadata)],
  };
}
