// Background tasks, for their users, maintainers and administrators.

import { tasks as contract, type TaskDto } from '@lectern/contract/system/tasks';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';
import { nameFailures, withoutFailure } from './failures.ts';
import { createTaskService, type TaskService } from './service.ts';
import { toVisibleTasks } from './store.ts';
import { toTaskDto } from './to-task-dto.ts';
import { listSights, type TaskSight, toSight } from './visibility.ts';

export { listSights, type TaskService, type TaskSight, toSight, toTaskDto, toVisibleTasks, withoutFailure };

export function createTasksFeature(
  engine: TaskEngine,
  catalog: Catalog,
  clock: Clock,
): { routes: MountedRoute[]; service: TaskService } {
  const service = createTaskService(engine, catalog, clock);
  const showAll = (viewer: Viewer, rows: readonly TaskRow[]) =>
    nameFailures(
      catalog,
      viewer,
      rows.map((row) => toTaskDto(row, toSight(viewer, row))),
    );
  async function show(viewer: Viewer, row: TaskRow): Promise<TaskDto> {
    const [task = toTaskDto(row, 'part')] = await showAll(viewer, [row]);
    return task;
  }
  return {
    service,
    routes: implement(contract, {
      async list({ viewer, query, request }) {
        const { rows, total } = await service.list(viewer, query);
        const shown = await showAll(viewer, rows);
        return toPage(shown, total, boundPage(query), request.url);
      },
      get: async ({ viewer, params }) => show(viewer, await service.get(viewer, params.id)),
      stats: ({ viewer }) => service.stats(viewer),
      purge: ({ viewer, query }) => service.purge(viewer, query),
      cancel: async ({ viewer, params }) => show(viewer, await service.cancel(viewer, params.id)),
      retry: async ({ viewer, params }) => show(viewer, await service.retry(viewer, params.id)),
    }),
  };
}
