// Who may see and steer which tasks: those about a library that is hidden from the viewer do not exist for them.
import type { TaskStatus } from '@lectern/contract/tasks';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { boundPage } from '#kernel/http/pagination.ts';
import type { TaskEngine } from '#kernel/tasks/engine.ts';
import type { TaskRow } from '#kernel/tasks/store.ts';

interface ListQuery {
  page: number;
  pageSize: number;
  status?: TaskStatus | undefined;
  type?: string | undefined;
}

export function createTaskService({ engine, catalog }: { engine: TaskEngine; catalog: Catalog }) {
  const { store, queue } = engine;
  const visible = async (viewer: Viewer) =>
    viewer.libraryIds === null ? null : await catalog.libraries.visibleIds(viewer);

  async function get(viewer: Viewer, id: string): Promise<TaskRow> {
    const [task, libraryIds] = await Promise.all([store.find(id), visible(viewer)]);
    const isHidden = task?.libraryId && libraryIds && !libraryIds.includes(task.libraryId);
    if (!task || isHidden) throw notFound('task');
    return task;
  }

  return {
    get,
    list: async (viewer: Viewer, { status, type, ...page }: ListQuery) =>
      store.list({ status, type, libraryIds: await visible(viewer), ...boundPage(page) }),
    async cancel(viewer: Viewer, id: string): Promise<TaskRow> {
      await get(viewer, id);
      const task = await queue.cancel(id);
      if (!task) throw conflict('The task has ended already');
      return task;
    },
    async retry(viewer: Viewer, id: string): Promise<TaskRow> {
      await get(viewer, id);
      const task = await queue.retry(id);
      if (!task) throw conflict('Only a failed or cancelled task can be run again');
      return task;
    },
  };
}
