// The task of an import, which only the table of tasks knows: a backup that is restored knows none.
import { toRecord } from '@lectern/contract/records';
import type { TaskRow, TaskStore } from '#infrastructure/tasks/store.ts';

export const taskType = 'imports.take_over';

/** The newest one. */
export async function findTask(
  store: Pick<TaskStore, 'list'>,
  importId: string,
): Promise<TaskRow | undefined> {
  const { rows } = await store.list({ type: taskType, where: undefined, page: 1, pageSize: 200 });
  return rows.find(({ params }) => toRecord(JSON.parse(params)).importId === importId);
}
