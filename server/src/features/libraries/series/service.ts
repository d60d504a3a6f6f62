// What one can do with a series besides reading it and editing its metadata.
import type { Catalog } from '#catalog/catalog.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { SeriesMetadataService } from './metadata/service.ts';

interface Dependencies {
  catalog: Catalog;
  metadata: Pick<SeriesMetadataService, 'update'>;
}

export interface SeriesService {
  /** Throws not_found when the library does not exist for the viewer. */
  checkLibrary(viewer: Viewer, libraryId: string): Promise<void>;
  /** Gives the series a name that scans leave alone; without a title nothing changes. */
  rename(viewer: Viewer, id: string, title: string | undefined): Promise<SeriesRow>;
}

export function createSeriesService({ catalog, metadata }: Dependencies): SeriesService {
  return {
    async checkLibrary(viewer, libraryId) {
      if (!(await catalog.libraries.find(viewer, libraryId))) throw notFound('library');
    },
    async rename(viewer, id, title) {
      if (title !== undefined) await metadata.update(viewer, id, { title });
      return catalog.series.get(viewer, id);
    },
  };
}
