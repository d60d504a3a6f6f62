// Questions to plugins that wait for their turn: tasks, which outlive restarts and are shared by all servers of the database.
import { createHash } from 'node:crypto';
import {
  pluginRequests as contract,
  type PluginRequest,
  pluginRequestSchema,
} from '@lectern/contract/plugin-requests';
import { z } from 'zod';
import { toTaskDto } from '#features/system/tasks/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import { answer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { defineTask, Postponed, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import { PluginError } from '../plugin-protocol/index.ts';
import type { PluginService } from '../plugins/index.ts';

interface Dependencies {
  plugins: PluginService;
  queue: TaskQueue;
}

interface Question {
  pluginId: string;
  request: PluginRequest;
}

export interface PluginRequests {
  routes: MountedRoute[];
  task: TaskDefinition<Question>;
}

/** How often is looked whether others may be asked again. */
const offlineMs = 5 * 60_000;

export function createPluginRequests({ plugins, queue }: Dependencies): PluginRequests {
  async function ask({ pluginId, request }: Question, signal: AbortSignal) {
    const options = { signal, isQueued: true };
    if (request.method === 'match') return plugins.match(pluginId, request, options);
    if (request.method === 'metadata') return plugins.describe(pluginId, request, options);
    return { results: await plugins.search(pluginId, request, options) };
  }

  const task = defineTask<Question>({
    type: 'plugins.ask',
    payload: z.object({ pluginId: z.string(), request: pluginRequestSchema }),
    key: (question) => createHash('sha256').update(JSON.stringify(question)).digest('hex'),
    priority: 10,
    attempts: 5,
    timeoutSeconds: 360,
    run: ({ params, signal }) => ask(params, signal).catch(settle),
  });

  return {
    task,
    routes: implement(contract, {
      async create({ params, body }) {
        const plugin = await plugins.get(params.id);
        const tasks = [];
        for (const request of body.requests) {
          const enqueued = await queue.enqueue(task, { pluginId: plugin.id, request });
          tasks.push(toTaskDto(enqueued.task));
        }
        return answer({ tasks }, { status: 202 });
      },
    }),
  };
}

/** Throws what becomes of the task: it waits, is tried again, or has failed. */
function settle(error: unknown): never {
  const cause = error instanceof Problem ? error.cause : undefined;
  if (!(cause instanceof PluginError)) throw error;
  switch (cause.kind) {
    case 'offline':
      throw new Postponed(offlineMs);
    case 'rate_limited':
    case 'waiting':
    case 'busy':
      throw new Postponed((cause.retryAfterSeconds ?? 5) * 1000);
    case 'upstream':
    case 'timeout':
    case 'ended':
    case 'not_started':
      // A fault of the moment: errors that are no problems are tried again.
      throw new Error(cause.message, { cause });
    default:
      throw error;
  }
}
