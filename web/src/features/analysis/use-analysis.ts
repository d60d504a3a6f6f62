// Starts the reanalysis of a book, series or library, and follows its task for users with permission to see tasks.
import type { TaskDto } from '@lectern/contract/system/tasks';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useAction } from '../../ui/use-action.ts';

export interface Analyzed {
  noun: 'books' | 'series' | 'libraries';
  id: string;
}

/** Id of the last task started here that has not ended. Kept while the user visits other pages. */
const startedTask = (key: readonly string[]) =>
  queryOptions<string | null>({
    queryKey: ['started-task', ...key],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Invalidated by task events. Null for a task that the server no longer knows. */
const oneTask = (id: string | null | undefined) =>
  queryOptions({
    queryKey: ['tasks', 'one', id],
    queryFn: id
      ? ({ signal }): Promise<TaskDto | null> =>
          call('GET /api/v1/tasks/{id}', { params: { id } }, { signal }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null;
            throw error;
          })
      : skipToken,
    staleTime: 0,
  });

export interface FollowedTask {
  /** Undefined without a task. Null if its result is unknown. */
  task: TaskDto | null | undefined;
  /** Pending or running. */
  isOn: boolean;
  /** Whether the user may see the progress of tasks. */
  isSeen: boolean;
  follow(taskId: string): void;
  /** Called after the result was shown. */
  forget(): void;
}

/** The last task that the user started for `key`. */
export function useFollowedTask(key: readonly string[]): FollowedTask {
  const queries = useQueryClient();
  const isSeen = usePermission()('tasks:read');
  const { queryKey } = startedTask(key);
  const { data: taskId } = useQuery(startedTask(key));
  const { data: task } = useQuery(oneTask(taskId));
  return {
    task: taskId ? task : undefined,
    isOn: Boolean(taskId) && (task === undefined || /pending|running/.test(task?.status ?? '')),
    isSeen,
    follow: (id) => void (isSeen && queries.setQueryData(queryKey, id)),
    forget: () => queries.setQueryData(queryKey, null),
  };
}

export interface Analysis extends Omit<FollowedTask, 'isSeen' | 'follow'> {
  start(force?: 'true' | 'false'): void;
}

export function useAnalysis({ noun, id }: Analyzed): Analysis {
  const t = useTranslate();
  const { act } = useAction();
  const { isSeen, follow, ...followed } = useFollowedTask(['analysis', noun, id]);
  return {
    ...followed,
    start: (force = 'true') =>
      act({
        work: async () => {
          const { taskId } = await call(`POST /api/v1/${noun}/{id}/analyze`, {
            params: { id },
            query: { force },
          });
          follow(taskId);
        },
        ...(!isSeen && { done: t('analysis.asked') }),
      }),
  };
}
