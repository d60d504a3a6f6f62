// Finds the task of an import. Only the task table stores it, and a restored backup contains no tasks.
import { toRecord } from '@lectern/contract/records';
import type { TaskRow, TaskStore } from '#infrastructure/tasks/store.ts';

export const taskType = 'imports.take_over';

/** Returns the newest task. */
export async function findTask(
  store: Pick<TaskStore, 'list'>,
  importId: string,
): Promise<TaskRow | undefined> {
  const { rows } = await store.list({ type: taskType, where: undefined, page: 1, pageSize: 200 });
  return rows.find(({ params }) => toRecord(JSON.parse(params)).importId === importId);
}
