// Sharing tags: what some users see, or do not.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import { createSharingTagRoutes } from './routes.ts';
import { createSharingTagService } from './service.ts';
import { createSharingTagStore } from './store.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
}

export function createSharingTags(deps: Dependencies): { routes: MountedRoute[] } {
  const service = createSharingTagService({ ...deps, store: createSharingTagStore(deps.database.db) });
  return { routes: createSharingTagRoutes(service) };
}
