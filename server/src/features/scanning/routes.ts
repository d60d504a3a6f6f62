import { scanning as contract } from '@lectern/contract/scanning';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import type { AnalysisService } from './analyze.ts';
import { browseFolders } from './browse.ts';
import type { PreviewService } from './preview-service.ts';
import type { Purge } from './purge.ts';
import type { ScanningService } from './service.ts';

interface Parts {
  service: ScanningService;
  analysis: AnalysisService;
  preview: PreviewService;
  purge: Purge;
  allowedRoots: readonly string[];
}

export function createScanningRoutes({
  service,
  analysis,
  preview,
  purge,
  allowedRoots,
}: Parts): MountedRoute[] {
  return implement(contract, {
    previewScan: ({ body, request }) => preview(body, request.signal),
    scan: ({ viewer, params, query }) =>
      service.start(viewer, params.id, {
        mode: query.mode,
        confirmRemovals: query.confirmRemovals === 'true',
      }),
    status: ({ viewer, params }) => service.status(viewer, params.id),
    cancel: ({ viewer, params }) => service.cancel(viewer, params.id),
    active: async ({ viewer }) => ({ scans: await service.listActive(viewer) }),
    browse: ({ query }) => browseFolders(query.path, allowedRoots),
    purgeLibrary: async ({ viewer, params }) => ({ purged: await purge.purgeLibrary(viewer, params.id) }),
    purgeSeries: async ({ viewer, params }) => ({ purged: await purge.purgeSeries(viewer, params.id) }),
    analyzeLibrary: ({ viewer, params, query }) =>
      analysis.library(viewer, params.id, query.force === 'true'),
    analyzeSeries: ({ viewer, params, query }) => analysis.series(viewer, params.id, query.force === 'true'),
    analyzeBook: ({ viewer, params, query }) => analysis.book(viewer, params.id, query.force === 'true'),
  });
}
