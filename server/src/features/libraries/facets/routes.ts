import type { people, WordRoutes } from '@lectern/contract/libraries/facets';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, type ListCall, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { FacetService } from './service.ts';

export const createWordRoutes = (
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

export function createPeopleRoutes(contract: typeof people, service: FacetService): MountedRoute[] {
  const list = (kind: 'author' | 'publisher' | 'language') => async (call: FacetCall) => {
    const page = boundPage(call.query);
    const { rows, total } = await service.list(call.viewer, kind, { ...call.query, page });
    return toPage(rows, total, page, call.request.url);
  };
  return implement(contract, {
    authors: list('author'),
    publishers: list('publisher'),
    languages: list('language'),
    ageRatings: async ({ viewer, query }) => ({
      ageRatings: await service.ageRatings(viewer, query.libraryId),
    }),
  });
}
