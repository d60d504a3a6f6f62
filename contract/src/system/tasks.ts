// Background tasks.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { decimal, id, idParams, int32, int64, jsonValue, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { json, routes } from '../route.ts';
import { taskStatuses } from '../values.ts';

export const taskStatusSchema = z.enum(taskStatuses);

export const taskSchema = z
  .object({
    id,
    type: z.string(),
    status: taskStatusSchema,
    priority: int32.meta({ description: 'Priority. Tasks with higher values run first.' }),
    params: jsonValue.meta({ description: 'Parameters. Empty for a caller who sees a part of the library.' }),
    progress: z.object({ current: int64, total: int64, message: z.string().nullable() }).nullable(),
    attempts: int32.meta({
      description: 'Failed and running attempts. Runs that ended with their process do not count.',
    }),
    maxAttempts: int32,
    lastError: z.string().nullable(),
    failure: reasonSchema.nullable().meta({
      description:
        'Machine-readable form of `lastError`. Null if the task did not fail. General if it could name a file of a hidden book.',
    }),
    libraryId: id.nullable(),
    seriesId: id.nullable(),
    bookId: id.nullable(),
    scheduledFor: time,
    createdAt: time,
    startedAt: time.nullable(),
    completedAt: time.nullable(),
    result: jsonValue.nullable().meta({
      description:
        'Counts and ids. Null until completed, and for a caller who sees a part of the library. `failure` is the last failure of a file, with a message that names its book or series. It is omitted if the caller cannot access the book or series, and in events.',
    }),
  })
  .meta({ id: 'TaskDto' });
export type TaskDto = z.infer<typeof taskSchema>;

const counts = { pending: int64, running: int64, completed: int64, failed: int64, cancelled: int64 };

export const tasks = routes('Tasks', 'Background tasks.', {
  list: {
    method: 'GET',
    path: '/api/v1/tasks',
    summary: 'List tasks',
    description: [
      'Returns the newest tasks first: the tasks of visible libraries, series and books, the tasks of the caller, and for administrators the',
      'tasks of the server. For a caller who sees a part of a library, a task of that library has its progress as a percentage, no',
      'parameters, no result and a general reason of a failure. The same rule applies to every operation on tasks, to metrics and',
      'to `task_progress` events.',
    ].join(' '),
    access: ['tasks:read', 'system:admin'],
    query: pageQuery.extend({ status: taskStatusSchema.optional(), type: z.string().max(100).optional() }),
    answers: { 200: json(paginated(taskSchema)) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/tasks/{id}',
    summary: 'Get a task',
    description: 'Returns the status, progress and result of the task.',
    access: ['tasks:read', 'system:admin'],
    params: idParams,
    answers: { 200: json(taskSchema) },
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/tasks/{id}/cancel',
    summary: 'Cancel a task',
    description: 'Cancels a queued or running task. Returns 409 if the task has ended.',
    access: 'tasks:write',
    params: idParams,
    answers: { 202: json(taskSchema) },
    errors: ['conflict'],
  },
  retry: {
    method: 'POST',
    path: '/api/v1/tasks/{id}/retry',
    summary: 'Retry a task',
    description: 'Queues a failed or cancelled task again. Returns 409 for other tasks.',
    access: 'tasks:write',
    params: idParams,
    answers: { 202: json(taskSchema) },
    errors: ['conflict'],
  },
  stats: {
    method: 'GET',
    path: '/api/v1/tasks/stats',
    summary: 'Get task statistics',
    description: 'Returns the number of tasks by status and type.',
    access: ['tasks:read', 'system:admin'],
    answers: {
      200: json(
        z
          .object({
            total: int64,
            byStatus: z.record(taskStatusSchema, int64),
            byType: z.array(z.object({ type: z.string(), ...counts })),
            oldestPendingSeconds: int64.nullable(),
          })
          .meta({ id: 'TaskStats' }),
      ),
    },
  },
  purge: {
    method: 'DELETE',
    path: '/api/v1/tasks/purge',
    summary: 'Delete ended tasks',
    description:
      'Deletes the ended tasks that the caller may see, or only those older than `olderThanDays`. Returns their number.',
    access: 'tasks:write',
    query: z.object({
      olderThanDays: decimal(z.int().min(0).max(36_500)).default(0),
      status: z.enum(['completed', 'failed', 'cancelled']).optional(),
    }),
    answers: { 200: json(z.object({ purged: int64 })) },
  },
});
