// Work that goes on in the background.
import { z } from 'zod';
import { reasonSchema } from './errors.ts';
import { decimal, id, idParams, int32, int64, jsonValue, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { taskStatuses } from './values.ts';

export const taskStatusSchema = z.enum(taskStatuses);

export const taskSchema = z
  .object({
    id,
    type: z.string(),
    status: taskStatusSchema,
    priority: int32.meta({ description: 'Higher goes first.' }),
    params: jsonValue,
    progress: z.object({ current: int64, total: int64, message: z.string().nullable() }).nullable(),
    attempts: int32,
    maxAttempts: int32,
    lastError: z.string().nullable(),
    failure: reasonSchema.nullable().meta({ description: 'What `lastError` says, in data.' }),
    libraryId: id.nullable(),
    seriesId: id.nullable(),
    bookId: id.nullable(),
    scheduledFor: time,
    createdAt: time,
    startedAt: time.nullable(),
    completedAt: time.nullable(),
    result: jsonValue.nullable(),
  })
  .meta({ id: 'TaskDto' });
export type TaskDto = z.infer<typeof taskSchema>;

const counts = { pending: int64, running: int64, completed: int64, failed: int64, cancelled: int64 };

export const tasks = routes('Tasks', 'Background work.', {
  list: {
    method: 'GET',
    path: '/api/v1/tasks',
    summary: 'Tasks, newest first',
    access: ['tasks:read', 'system:admin'],
    query: pageQuery.extend({ status: taskStatusSchema.optional(), type: z.string().max(100).optional() }),
    answers: { 200: json(paginated(taskSchema)) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/tasks/{id}',
    summary: 'One task',
    access: ['tasks:read', 'system:admin'],
    params: idParams,
    answers: { 200: json(taskSchema) },
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/tasks/{id}/cancel',
    summary: 'Stop a task that waits or runs',
    access: 'tasks:write',
    params: idParams,
    answers: { 202: json(taskSchema) },
    errors: ['conflict'],
  },
  retry: {
    method: 'POST',
    path: '/api/v1/tasks/{id}/retry',
    summary: 'Run a failed or cancelled task again',
    access: 'tasks:write',
    params: idParams,
    answers: { 202: json(taskSchema) },
    errors: ['conflict'],
  },
  stats: {
    method: 'GET',
    path: '/api/v1/tasks/stats',
    summary: 'Tasks by status and type',
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
    summary: 'Forget tasks that have ended',
    description: 'All of them unless `olderThanDays` says otherwise.',
    access: 'tasks:write',
    query: z.object({
      olderThanDays: decimal(z.int().min(0).max(36_500)).default(0),
      status: z.enum(['completed', 'failed', 'cancelled']).optional(),
    }),
    answers: { 200: json(z.object({ purged: int64 })) },
  },
});
