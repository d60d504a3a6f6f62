// Saved filters of a user, and their results.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createFilterPresetRoutes } from './routes.ts';
import { FilterPresetService, toSortTerms } from './service.ts';

export { type FilterPresetService, toSortTerms };

export function createFilterPresets(
  database: Database,
  catalog: Catalog,
  clock: Clock,
): {
  routes: MountedRoute[];
  service: FilterPresetService;
} {
  const service = new FilterPresetService(database, catalog, clock);
  return { service, routes: createFilterPresetRoutes(service) };
}
