// Queued requests to plugins.
import { z } from 'zod';
import { idParams } from '../fields.ts';
import { json, routes } from '../route.ts';
import { taskSchema } from '../system/tasks.ts';
import { matchSchema, metadataSchema, searchSchema } from './plugins.ts';

export const pluginRequestSchema = z.discriminatedUnion('method', [
  searchSchema.extend({ method: z.literal('search') }),
  matchSchema.extend({ method: z.literal('match') }),
  metadataSchema.extend({ method: z.literal('metadata') }),
]);
export type PluginRequest = z.infer<typeof pluginRequestSchema>;

export const pluginRequests = routes('Plugin requests', 'Queued requests to plugins.', {
  create: {
    method: 'POST',
    path: '/api/v1/admin/plugins/{id}/requests',
    summary: 'Queue plugin requests',
    description:
      'Creates a task for each request. Tasks respect the limits of the plugin, survive restarts, and wait while Internet access is turned off. The result of the task is the response of the plugin. A request that is already queued returns the existing task.',
    access: 'system:admin',
    params: idParams,
    body: z.object({ requests: z.array(pluginRequestSchema).min(1).max(100) }),
    answers: { 202: json(z.object({ tasks: z.array(taskSchema) })) },
  },
});
