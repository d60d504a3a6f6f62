// Reading sessions and the statistics derived from them.
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createReadingSessionRoutes } from './routes.ts';
import { createReadingSessionService, type ReadingSessionService } from './service.ts';

export { moveToBook as moveSessions } from './store.ts';
export type { ReadingSessionService };

export function createReadingSessions(
  database: Database,
  catalog: Catalog,
  clock: Clock,
): {
  routes: MountedRoute[];
  service: ReadingSessionService;
} {
  const service = createReadingSessionService(catalog, database.db, clock);
  return { service, routes: createReadingSessionRoutes(service) };
}
