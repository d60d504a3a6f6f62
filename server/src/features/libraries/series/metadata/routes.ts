import { seriesMetadata as contract } from '@lectern/contract/libraries/series-metadata';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createMetadataHandlers } from '../../metadata-layers/index.ts';
import type { SeriesMetadataService } from './service.ts';

export const createSeriesMetadataRoutes = (service: SeriesMetadataService): MountedRoute[] =>
  implement(contract, {
    ...createMetadataHandlers(service),
    async listTitles({ viewer, params }) {
      const { alternateTitles } = await service.get(viewer, params.id);
      return { titles: alternateTitles };
    },
  });
