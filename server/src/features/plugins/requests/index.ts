// Queued requests to plugins. They are tasks, which survive restarts and are shared by all servers of the database.
import { createHash } from 'node:crypto';
import {
  pluginRequests as contract,
  type PluginRequest,
  pluginRequestSchema,
} from '@lectern/contract/plugins/requests';
import { z } from 'zod';
import { toTaskDto } from '#features/system/tasks/index.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { administration, defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import { type PluginService, settle } from '../index.ts';

interface Question {
  pluginId: string;
  request: PluginRequest;
}

export class PluginRequests {
  readonly #plugins: PluginService;
  readonly task: TaskDefinition<Question>;
  readonly routes: MountedRoute[];

  constructor(plugins: PluginService, queue: TaskQueue) {
    this.#plugins = plugins;
    this.task = defineTask<Question>({
      type: 'plugins.ask',
      payload: z.object({ pluginId: z.string(), request: pluginRequestSchema }),
      key: (question) => createHash('sha256').update(JSON.stringify(question)).digest('hex'),
      subject: administration,
      priority: 10,
      attempts: 5,
      timeoutSeconds: 360,
      run: ({ params, signal }) => this.#ask(params, signal).catch(settle),
    });
    this.routes = implement(contract, {
      create: async ({ params, body }) => {
        const plugin = await plugins.get(params.id);
        const tasks = [];
        for (const request of body.requests) {
          const enqueued = await queue.enqueue(this.task, { pluginId: plugin.id, request });
          tasks.push(toTaskDto(enqueued.task));
        }
        return answer({ tasks }, { status: 202 });
      },
    });
  }

  async #ask({ pluginId, request }: Question, signal: AbortSignal) {
    const options = { signal, isQueued: true };
    if (request.method === 'match') return this.#plugins.match(pluginId, request, options);
    if (request.method === 'metadata') return this.#plugins.describe(pluginId, request, options);
    return { results: await this.#plugins.search(pluginId, request, options) };
  }
}
