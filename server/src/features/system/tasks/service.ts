// Lists and controls tasks. Tasks that are hidden from the viewer do not exist for the viewer.
import type { TaskStatus } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { boundPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { TaskCondition, TaskRow } from '#infrastructure/tasks/store.ts';
import { toVisibleTasks } from './store.ts';

interface ListQuery {
  page: number;
  pageSize: number;
  status?: TaskStatus | undefined;
  type?: string | undefined;
}

const dayMs = 24 * 60 * 60 * 1_000;
const noTasks: Record<TaskStatus, number> = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

export type TaskService = ReturnType<typeof createTaskService>;

export function createTaskService(engine: TaskEngine, catalog: Catalog, clock: Clock) {
  const { store, queue } = engine;
  const toVisible = (viewer: Viewer): Promise<TaskCondition> => toVisibleTasks(catalog, viewer);

  async function get(viewer: Viewer, id: string): Promise<TaskRow> {
    const task = await store.find(id, await toVisible(viewer));
    if (!task) throw notFound('task');
    return task;
  }

  return {
    get,
    list: async (viewer: Viewer, { status, type, ...page }: ListQuery) =>
      store.list({ status, type, where: await toVisible(viewer), ...boundPage(page) }),
    async stats(viewer: Viewer) {
      const rows = await store.count(await toVisible(viewer));
      const byStatus = { ...noTasks };
      const byType = new Map<string, typeof noTasks>();
      for (const { type, status, count } of rows) {
        const counts = byType.get(type) ?? { ...noTasks };
        byType.set(type, counts);
        counts[status] += count;
        byStatus[status] += count;
      }
      const waiting = rows.filter(({ status }) => status === 'pending').map(({ oldest }) => oldest);
      const oldest = waiting.length > 0 ? Math.min(...waiting) : null;
      return {
        total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
        byStatus,
        byType: [...byType].sort().map(([type, counts]) => ({ type, ...counts })),
        oldestPendingSeconds: oldest === null ? null : Math.max(0, Math.floor((clock() - oldest) / 1_000)),
      };
    },
    async purge(
      viewer: Viewer,
      { olderThanDays, status }: { olderThanDays: number; status?: TaskStatus | undefined },
    ): Promise<{ purged: number }> {
      const before = clock() - olderThanDays * dayMs + 1;
      return { purged: await store.purge(before, { status, where: await toVisible(viewer) }) };
    },
    async cancel(viewer: Viewer, id: string): Promise<TaskRow> {
      await get(viewer, id);
      const task = await queue.cancel(id);
      if (!task) throw conflict(reason('task_ended'));
      return task;
    },
    async retry(viewer: Viewer, id: string): Promise<TaskRow> {
      await get(viewer, id);
      const task = await queue.retry(id);
      if (!task) throw conflict(reason('task_not_failed'));
      return task;
    },
  };
}
