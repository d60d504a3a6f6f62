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
import { askForNewest } from './latest-version.ts';
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

const type = 'updates.check';
const dayMs = 24 * 60 * 60 * 1000;

export class Updates {
  readonly #deps: Dependencies;
  readonly task: TaskDefinition<Record<string, never>>;
  readonly routes: MountedRoute[];
  readonly #enqueueWhenDue = async (): Promise<void> => {
    if (this.#findUrl() === undefined) return;
    const lastMs = await findLastAsked(this.#deps.database.db, type);
    if (lastMs === undefined || Math.abs(this.#deps.clock() - lastMs) >= dayMs)
      await this.#deps.queue.enqueue(this.task, {});
  };

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.task = defineTask<Record<string, never>>({
      type,
      payload: z.object({}),
      key: () => 'all',
      subject: administration,
      priority: 10,
      attempts: 1,
      timeoutSeconds: 60,
      run: ({ signal }) => this.#check(signal),
    });
    this.routes = implement(contract, {
      get: () => this.get(),
    });
  }

  /** Returns the result of the last check. */
  async get() {
    const isOn = this.#findUrl() !== undefined;
    const answer = isOn ? await findLastAnswer(this.#deps.database.db, type) : undefined;
    return {
      isOn,
      current: version,
      newest: answer?.newest ?? null,
      isNewer: answer !== undefined && isNewer(answer.newest, version),
      checkedAt: answer ? toTime(answer.atMs) : null,
    };
  }

  /** Starts the schedule, and runs a missed check. */
  async start(): Promise<void> {
    if (this.#deps.config.updates.check && this.#deps.config.updates.url === undefined)
      this.#deps.log.warn('updates.check has no effect: updates.url is not set');
    if (this.#deps.config.updates.check && !this.#deps.config.online.enabled)
      this.#deps.log.warn('updates.check has no effect: online.enabled is off');
    this.#deps.schedules.set({ name: type, cron: '41 * * * *', act: this.#enqueueWhenDue });
    await this.#enqueueWhenDue();
  }

  #findUrl() {
    return this.#deps.config.updates.check && this.#deps.config.online.enabled
      ? this.#deps.config.updates.url
      : undefined;
  }

  async #check(signal: AbortSignal) {
    const url = this.#findUrl();
    // It was turned off after the check was requested.
    if (url === undefined) return {};
    const before = await findLastAnswer(this.#deps.database.db, type);
    const { privateAddresses } = this.#deps.config.updates;
    const newest = await askForNewest(this.#deps.outside, { url, privateAddresses, signal }).catch(
      (cause: unknown) => {
        throw new PermanentFailure(messageOf(cause), { cause });
      },
    );
    if (isNewer(newest, version) && before?.newest !== newest)
      this.#deps.log.info({ newest, current: version }, 'a newer version of Lectern is available');
    return { newest };
  }
}
