// Guided view: panels of comic pages, their corrections, and their Guided Navigation document.
import { panels as contract } from '@lectern/contract/serving/panels';
import { relativeAddresses } from '@lectern/formats/positions';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { PanelService } from './service.ts';

export type { PanelService };

export function createPanels(deps: ConstructorParameters<typeof PanelService>[0]): {
  service: PanelService;
  routes: MountedRoute[];
} {
  const service = new PanelService(deps);
  return {
    service,
    routes: implement(contract, {
      get: ({ viewer, params }) => service.get(viewer, params.id, params.number),
      correct: ({ viewer, params, body }) => service.correct(viewer, params.id, params.number, body.panels),
      async removeCorrection({ viewer, params }) {
        await service.removeCorrection(viewer, params.id, params.number);
      },
      document: ({ viewer, params, query, request }) =>
        service.getDocument(viewer, params.id, {
          href: `${request.root()}/api/v1/books/${params.id}/guided-navigation`,
          addresses: relativeAddresses,
          number: query.page,
          signal: request.signal(),
        }),
    }),
  };
}
