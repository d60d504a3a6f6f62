// Saved filters of a user, and their results.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createFilterPresetRoutes } from './routes.ts';
import { FilterPresetService, toSortTerms } from './service.ts';

export { type FilterPresetService, toSortTerms };

interface Dependencies {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}

export function createFilterPresets(deps: Dependencies): {
  routes: MountedRoute[];
  service: FilterPresetService;
} {
  const service = new FilterPresetService(deps);
  return { service, routes: createFilterPresetRoutes(service) };
}
