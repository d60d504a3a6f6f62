// Genres, tags, people, publishers, languages and age ratings for filters and cleanup.
import { genres, people, tags } from '@lectern/contract/libraries/facets';
import type { Catalog } from '#catalog/catalog.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { BookMetadataService } from '../books/index.ts';
import type { SeriesMetadataService } from '../series/index.ts';
import { createPeopleRoutes, createWordRoutes } from './routes.ts';
import { createFacetService } from './service.ts';

export function createFacets(
  catalog: Catalog,
  books: BookMetadataService,
  series: SeriesMetadataService,
  removeUnused: (kind: string) => Promise<number>,
): { routes: MountedRoute[] } {
  const service = createFacetService(catalog, books, series, removeUnused);
  return {
    routes: [
      ...createWordRoutes(genres, 'genre', service),
      ...createWordRoutes(tags, 'tag', service),
      ...createPeopleRoutes(people, service),
    ],
  };
}
