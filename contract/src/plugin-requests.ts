// What plugins are asked when their limits allow it.
import { z } from 'zod';
import { idParams } from './fields.ts';
import { matchSchema, metadataSchema, searchSchema } from './plugins.ts';
import { json, routes } from './route.ts';
import { taskSchema } from './tasks.ts';

export const pluginRequestSchema = z.discriminatedUnion('method', [
  searchSchema.extend({ method: z.literal('search') }),
  matchSchema.extend({ method: z.literal('match') }),
  metadataSchema.extend({ method: z.literal('metadata') }),
]);
export type PluginRequest = z.infer<typeof pluginRequestSchema>;

export const pluginRequests = routes('Plugin requests', 'Questions to plugins that need no answer at once.', {
  create: {
    method: 'POST',
    path: '/api/v1/admin/plugins/{id}/requests',
    summary: 'Ask a plugin when its limits allow it',
    description: [
      'Each question becomes a task, which waits for its turn also over restarts, and while everything outside is turned off. The',
      'result of the task is what the plugin answers to the same question asked at once; the same question that waits already is',
      'the same task.',
    ].join(' '),
    access: 'system:admin',
    params: idParams,
    body: z.object({ requests: z.array(pluginRequestSchema).min(1).max(100) }),
    answers: { 202: json(z.object({ tasks: z.array(taskSchema) })) },
  },
});
