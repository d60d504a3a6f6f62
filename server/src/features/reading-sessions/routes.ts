import { readingSessions as contract } from '@lectern/contract/reading-sessions';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { readPage } from '#kernel/http/pagination.ts';
import type { ReadingSessionService } from './service.ts';

export const createReadingSessionRoutes = (service: ReadingSessionService): MountedRoute[] =>
  implement(contract, {
    record: ({ viewer, body }) => service.record(viewer, body.sessions),
    list: ({ viewer, query, request }) => readPage(query, request.url, service.list(viewer, query.bookId)),
    stats: ({ viewer, query }) => service.stats(viewer, query),
  });
