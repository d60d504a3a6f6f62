// Background work, for those who look after the server.

import { tasks as contract } from '@lectern/contract/tasks';
import type { Catalog } from '#catalog/catalog.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { boundPage, toPage } from '#kernel/http/pagination.ts';
import type { TaskEngine } from '#kernel/tasks/engine.ts';
import { createTaskService } from './service.ts';
import { toTaskDto } from './to-task-dto.ts';

export { toTaskDto };

export function createTasksFeature({ engine, catalog }: { engine: TaskEngine; catalog: Catalog }): {
  routes: MountedRoute[];
} {
  const service = createTaskService({ engine, catalog });
  return {
    routes: implement(contract, {
      async list({ viewer, query, request }) {
        const { rows, total } = await service.list(viewer, query);
        return toPage(rows.map(toTaskDto), total, boundPage(query), request.url);
      },
      get: async ({ viewer, params }) => toTaskDto(await service.get(viewer, params.id)),
      cancel: async ({ viewer, params }) => toTaskDto(await service.cancel(viewer, params.id)),
      retry: async ({ viewer, params }) => toTaskDto(await service.retry(viewer, params.id)),
    }),
  };
}
