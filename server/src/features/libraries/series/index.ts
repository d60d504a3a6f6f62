// Series: lists, shelves, names, and read marks.
import { seriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { ProgressService } from '#features/reading/progress/index.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { createMetadataHandlers } from '../metadata-layers/index.ts';
import type { SeriesEdits } from './metadata/fields.ts';
import { toSeriesFile } from './metadata/series-file.ts';
import {
  createSeriesMetadataService,
  type MetadataDependencies,
  type SeriesMetadataService,
  type SeriesWithFile,
  type ShownSeries,
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
  type ShownSeries,
  toSeriesFile,
};

export function createSeriesFeature(deps: MetadataDependencies, progress: ProgressService) {
  const metadata = createSeriesMetadataService(deps);
  return {
    metadata,
    routes: [
      ...createSeriesRoutes(deps.catalog, metadata, progress),
      ...implement(seriesMetadata, {
        ...createMetadataHandlers(metadata),
        async listTitles({ viewer, params }) {
          const { alternateTitles } = await metadata.get(viewer, params.id);
          return { titles: alternateTitles };
        },
      }),
    ],
  };
}
