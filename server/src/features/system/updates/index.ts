// The notice of a newer version, off by default. Once a day, the newest version is requested from a configured address.
// Nothing is downloaded.
import { updates as contract } from '@lectern/contract/system/updates';
import { z } from 'zod';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { messageOf } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import type { Outside } from '#infrastructure/outside/index.ts';
import {
  administration,
  defineTask,
  PermanentFailure,
  type TaskDefinition,
} from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import { version } from '#infrastructure/version.ts';
import { askForNewest } from './asking.ts';
import { findLastAnswer, findLastAsked } from './store.ts';
import { isNewer } from './versions.ts';

interface Dependencies {
  /** Changes with the settings. */
  config: Config;
  outside: Outside;
  database: Pick<Database, 'db'>;
  queue: TaskQueue;
  schedules: Schedules;
  clock: Clock;
  log: Log;
}

export interface Updates {
  routes: MountedRoute[];
  task: TaskDefinition<Record<string, never>>;
  /** Starts the schedule, and runs a missed check. */
  start(): Promise<void>;
}

const type = 'updates.check';
const dayMs = 24 * 60 * 60 * 1000;

export function createUpdates(deps: Dependencies): Updates {
  const { config, outside, database, queue, schedules, clock, log } = deps;
  const { db } = database;
  const findUrl = () => (config.updates.check && config.online.enabled ? config.updates.url : undefined);

  async function check(signal: AbortSignal) {
    const url = findUrl();
    // It was turned off after the check was requested.
    if (url === undefined) return {};
    const before = await findLastAnswer(db, type);
    const { privateAddresses } = config.updates;
    const newest = await askForNewest(outside, { url, privateAddresses, signal }).catch((cause: unknown) => {
      throw new PermanentFailure(messageOf(cause), { cause });
    });
    if (isNewer(newest, version) && before?.newest !== newest)
      log.info({ newest, current: version }, 'a newer version of Lectern is available');
    return { newest };
  }

  const task = defineTask<Record<string, never>>({
    type,
    payload: z.object({}),
    key: () => 'all',
    subject: administration,
    priority: 10,
    attempts: 1,
    timeoutSeconds: 60,
    run: ({ signal }) => check(signal),
  });

  async function enqueueWhenDue(): Promise<void> {
    if (findUrl() === undefined) return;
    const lastMs = await findLastAsked(db, type);
    if (lastMs === undefined || Math.abs(clock() - lastMs) >= dayMs) await queue.enqueue(task, {});
  }

  return {
    task,
    async start() {
      if (config.updates.check && config.updates.url === undefined)
        log.warn('updates.check has no effect: updates.url is not set');
      if (config.updates.check && !config.online.enabled)
        log.warn('updates.check has no effect: online.enabled is off');
      schedules.set({ name: type, cron: '41 * * * *', act: enqueueWhenDue });
      await enqueueWhenDue();
    },
    routes: implement(contract, {
      async get() {
        const isOn = findUrl() !== undefined;
        const answer = isOn ? await findLastAnswer(db, type) : undefined;
        return {
          isOn,
          current: version,
          newest: answer?.newest ?? null,
          isNewer: answer !== undefined && isNewer(answer.newest, version),
          checkedAt: answer ? toTime(answer.atMs) : null,
        };
      },
    }),
  };
}
