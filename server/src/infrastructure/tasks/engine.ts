// The task engine: queue, delivery, runner, sweeper, schedules. Independent of types of tasks.
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { Log } from '#infrastructure/log.ts';
import type { AnyTaskDefinition } from './define.ts';
import { createGraphileDelivery } from './graphile-delivery.ts';
import { createLocalDelivery } from './local-delivery.ts';
import { TaskQueue } from './queue.ts';
import { TaskRunner } from './runner.ts';
import { Schedules } from './schedules.ts';
import { TaskStore } from './store.ts';
import { TaskSweeper } from './sweeper.ts';

interface Options {
  database: OpenedDatabase;
  events: EventBus;
  config: Config;
  clock: Clock;
  log: Log;
  /** Called with every error that ended a task. */
  onFailure?(error: unknown): void;
}

export interface TaskEngine {
  queue: TaskQueue;
  store: TaskStore;
  schedules: Schedules;
  /** Starts to run tasks of these kinds in this process. */
  start(definitions: readonly AnyTaskDefinition[]): Promise<void>;
  /** Puts running tasks back and ends within about `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export async function createTaskEngine({
  database,
  events,
  config,
  clock,
  log,
  onFailure = () => {},
}: Options): Promise<TaskEngine> {
  const store = new TaskStore(database);
  const concurrency = config.tasks.workers;
  const delivery = database.postgres
    ? await createGraphileDelivery({
        pool: database.postgres.pool,
        isUnavailable: database.dialect.isUnavailable,
        clock,
        concurrency,
        log,
      })
    : createLocalDelivery({
        store,
        clock,
        concurrency,
        onError: (err) => log.error({ err }, 'failed to read waiting tasks'),
      });
  const schedules = new Schedules(store, log);
  const sweeper = new TaskSweeper({ store, delivery, clock, log, keepDays: () => config.tasks.keepDays });
  let runner: TaskRunner | undefined;
  return {
    store,
    schedules,
    queue: new TaskQueue(store, delivery, events, clock),
    async start(definitions) {
      // A SQLite database has one process: tasks that it left running were interrupted.
      if (!database.postgres) await store.expireAllLeases();
      runner = new TaskRunner({ store, delivery, definitions, events, clock, log, onFailure });
      await sweeper.start();
      await runner.start();
    },
    async stop(graceMs) {
      schedules.stop();
      sweeper.stop();
      await runner?.stop(graceMs);
    },
  };
}
