import { scanning as contract } from '@lectern/contract/ingest/scanning';
import { nothing } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { PreviewService } from './preview.ts';
import type { ScanningService } from './service.ts';

interface Dependencies {
  service: ScanningService;
  preview: PreviewService;
}

export function createScanningRoutes({ service, preview }: Dependencies): MountedRoute[] {
  return implement(contract, {
    previewScan: ({ viewer, body, request }) => preview(viewer, body, request.signal()),
    scan: ({ viewer, params, query }) =>
      service.start(viewer, params.id, {
        mode: query.mode,
        confirmRemovals: query.confirmRemovals === 'true',
      }),
    status: async ({ viewer, params, query }) =>
      (await service.findStatus(viewer, params.id)) ?? nothing(query, 'scan'),
    async history({ viewer, params, query, request }) {
      const page = boundPage(query);
      const { scans, total } = await service.listHistory(viewer, params.id, page);
      return toPage(scans, total, page, request.url);
    },
    cancel: ({ viewer, params }) => service.cancel(viewer, params.id),
    active: async ({ viewer }) => ({ scans: await service.listActive(viewer) }),
  });
}
