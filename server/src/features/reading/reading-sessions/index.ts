// Reading sessions and the statistics derived from them.

import { readingSessions as contract } from '@lectern/contract/reading/reading-sessions';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import { createReadingSessionService, type ReadingSessionService } from './service.ts';

export { moveToBook as moveSessions } from './store.ts';
export type { ReadingSessionService };

export function createReadingSessions(database: Database, catalog: Catalog, clock: Clock) {
  const service = createReadingSessionService(catalog, database.db, clock);
  return {
    service,
    routes: implement(contract, {
      record: ({ viewer, body }) => service.record(viewer, body),
      async list({ viewer, query, request }) {
        const page = boundPage(query);
        const { rows, total } = await service.list(viewer, { bookId: query.bookId, page });
        return toPage(rows, total, page, request.url);
      },
      stats: ({ viewer, query }) => service.stats(viewer, query),
      shares: ({ viewer, query }) => service.shares(viewer, query),
      async finished({ viewer, query, request }) {
        const page = boundPage(query);
        const { rows, total } = await service.listFinished(viewer, query, page);
        return toPage(rows, total, page, request.url);
      },
      server: ({ viewer, query }) => service.serverStats(viewer, query),
    }),
  };
}
