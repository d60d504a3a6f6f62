import { readingSessions as contract } from '@lectern/contract/reading/reading-sessions';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { ReadingSessionService } from './service.ts';

export const createReadingSessionRoutes = (service: ReadingSessionService): MountedRoute[] =>
  implement(contract, {
    record: ({ viewer, body }) => service.record(viewer, body),
    async list({ viewer, query, request }) {
      const page = boundPage(query);
      const { rows, total } = await service.list(viewer, { bookId: query.bookId, page });
      return toPage(rows, total, page, request.url);
    },
    stats: ({ viewer, query }) => service.stats(viewer, query),
  });
