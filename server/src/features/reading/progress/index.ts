// Reading progress and its history.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { opdsProgressionSchema } from '../opds-progression/index.ts';
import type { SeriesProgress } from '../series-progress/index.ts';
import type { Contents } from './locate.ts';
import { createProgressRoutes } from './routes.ts';
import { ProgressService } from './service.ts';
import { createRuns } from './streaming.ts';

export { shareProgress } from './entries.ts';
export { moveToBook as moveHistory } from './history/store.ts';
export { copyProgress, type MergedProgress, mergeProgress, separateProgress } from './merging.ts';
export type { ProgressService };
export { opdsProgressionSchema };

export function createProgress(deps: {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  contents: Contents;
  counts: SeriesProgress;
}): { service: ProgressService; routes: MountedRoute[] } {
  const service = new ProgressService({ ...deps, findTurnedPage: createRuns(deps.clock) });
  return { service, routes: createProgressRoutes(service) };
}
