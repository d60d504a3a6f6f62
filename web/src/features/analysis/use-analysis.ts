// Starts the re-analysis of a book, series or library, and follows its task for users who may see tasks.
import type { TaskDto } from '@lectern/contract/tasks';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useAction } from '../../ui/use-action.ts';

export interface Analyzed {
  noun: 'books' | 'series' | 'libraries';
  id: string;
}

/**
 * Id of the last task that was started here and has not ended as far as is known; it stays while the user visits other
 * pages.
 */
const analysisQuery = ({ noun, id }: Analyzed) =>
  queryOptions<string | null>({
    queryKey: ['analysis', noun, id],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Invalidated by task events. Null for a task that the server has forgotten. */
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

export interface Analysis {
  start(force?: 'true' | 'false'): void;
  /** Undefined without a task; null where its result is unknown. */
  task: TaskDto | null | undefined;
  /** Pending or running. */
  isOn: boolean;
  /** Called when the result was shown. */
  forget(): void;
}

export function useAnalysis(of: Analyzed): Analysis {
  const t = useTranslate();
  const hasPermission = usePermission();
  const queries = useQueryClient();
  const { act } = useAction();
  const isFollowed = hasPermission('tasks:read');
  const { queryKey } = analysisQuery(of);
  const { data: taskId } = useQuery(analysisQuery(of));
  const { data: task } = useQuery(oneTask(taskId));
  const { noun, id } = of;
  return {
    start: (force = 'true') =>
      act({
        work: async () => {
          const { taskId } = await call(`POST /api/v1/${noun}/{id}/analyze`, {
            params: { id },
            query: { force },
          });
          if (isFollowed) queries.setQueryData(queryKey, taskId);
        },
        ...(!isFollowed && { done: t('analysis.asked') }),
      }),
    task: taskId ? task : undefined,
    isOn: Boolean(taskId) && (task === undefined || /pending|running/.test(task?.status ?? '')),
    forget: () => queries.setQueryData(queryKey, null),
  };
}
