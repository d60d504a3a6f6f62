// Genres, tags, people, publishers, languages and age ratings for filters and cleanup.
import { genres, people, tags, type WordRoutes } from '@lectern/contract/libraries/facets';
import type { Catalog } from '#catalog/catalog.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, type ListCall, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { BookMetadataService } from '../books/index.ts';
import type { SeriesMetadataService } from '../series/index.ts';
import { createFacetService, type FacetService } from './service.ts';

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
      ...createPeopleRoutes(service),
    ],
  };
}

const createWordRoutes = (
  contract: WordRoutes,
  kind: 'genre' | 'tag',
  service: FacetService,
): MountedRoute[] =>
  implement(contract, {
    async list({ viewer, query, request }) {
      const page = boundPage(query);
      const { rows, total } = await service.list(viewer, kind, { ...query, page });
      return toPage(rows, total, page, request.url);
    },
    remove: ({ viewer, params }) => service.remove(viewer, kind, params.id),
    cleanup: async () => ({ deletedCount: await service.cleanUp(kind) }),
  });

interface FacetCall extends ListCall {
  query: ListCall['query'] & { search?: string | undefined; libraryId?: string | undefined };
}

function createPeopleRoutes(service: FacetService): MountedRoute[] {
  const list = (kind: 'author' | 'publisher' | 'language' | 'storyArc') => async (call: FacetCall) => {
    const page = boundPage(call.query);
    const { rows, total } = await service.list(call.viewer, kind, { ...call.query, page });
    return toPage(rows, total, page, call.request.url);
  };
  return implement(people, {
    authors: list('author'),
    publishers: list('publisher'),
    languages: list('language'),
    storyArcs: list('storyArc'),
    related: ({ viewer, query }) => service.related(viewer, query),
    ageRatings: async ({ viewer, query }) => ({
      ageRatings: await service.ageRatings(viewer, query.libraryId),
    }),
  });
}
