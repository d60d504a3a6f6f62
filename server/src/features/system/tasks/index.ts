// Background tasks, for administrators.

import { tasks as contract } from '@lectern/contract/tasks';
import type { Catalog } from '#catalog/catalog.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/pagination.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import { createTaskService, type TaskService } from './service.ts';
import { toTaskDto } from './to-task-dto.ts';

export { type TaskService, toTaskDto };

interface Dependencies {
  engine: TaskEngine;
  catalog: Catalog;
  clock: Clock;
}

export function createTasksFeature(deps: Dependencies): { routes: MountedRoute[]; service: TaskService } {
  const service = createTaskService(deps);
  return {
    service,
    routes: implement(contract, {
      async list({ viewer, query, request }) {
        const { rows, total } = await service.list(viewer, query);
        return toPage(rows.map(toTaskDto), total, boundPage(query), request.url);
      },
      get: async ({ viewer, params }) => toTaskDto(await service.get(viewer, params.id)),
      stats: ({ viewer }) => service.stats(viewer),
      purge: ({ viewer, query }) => service.purge(viewer, query),
      cancel: async ({ viewer, params }) => toTaskDto(await service.cancel(viewer, params.id)),
      retry: async ({ viewer, params }) => toTaskDto(await service.retry(viewer, params.id)),
    }),
  };
}
