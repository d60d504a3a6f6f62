// Runs claimed tasks in this process: gives them their context, ends them in time, keeps their rows true.
import type { Clock } from '#infrastructure/clock.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import {
  type AnyTaskDefinition,
  PermanentFailure,
  type TaskDefinition,
  toReason,
  writeLastError,
} from './define.ts';
import type { Delivery, Receiver } from './delivery.ts';
import { createProgressWriter } from './progress.ts';
import { taskCancelled, taskChanged } from './queue.ts';
import type { TaskRow, TaskStore } from './store.ts';

/** How long a process vouches for its tasks, and how often it does so again. */
export const leaseMs = 60_000;
const renewMs = 10_000;

const tookTooLong = reason('task_timeout');

/** Why a task was told to stop. */
type StopReason = 'cancelled' | 'timeout' | 'shutdown' | 'lost';

interface Running {
  controller: AbortController;
  reason: StopReason | undefined;
  done: Promise<void>;
}

interface Options {
  store: TaskStore;
  delivery: Delivery;
  definitions: readonly AnyTaskDefinition[];
  events: EventBus;
  clock: Clock;
  log: Log;
  /** Told of what ended a task. */
  onFailure(error: unknown): void;
}

export interface TaskRunner {
  start(): Promise<void>;
  /** Takes no more tasks and puts running ones back, for which they have `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export function createTaskRunner(options: Options): TaskRunner {
  const { store, delivery, definitions, events, clock, log, onFailure } = options;
  const workerId = newId();
  const byType = new Map(
    definitions.map((definition) => [definition.type, definition as TaskDefinition<unknown>]),
  );
  const running = new Map<string, Running>();
  let isStopping = false;
  let renewal: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;

  const stopTask = (id: string, reason: StopReason) => {
    const task = running.get(id);
    if (!task || task.reason) return;
    task.reason = reason;
    task.controller.abort(new Error(reason));
  };

  const receiver: Receiver = {
    types: [...byType.keys()],
    async claim(id) {
      const nowMs = clock();
      const task = await store.claim(id, { workerId, nowMs, leaseUntil: nowMs + leaseMs });
      if (task) events.publish(taskChanged, { id, type: task.type, libraryId: task.libraryId });
      return task;
    },
    async run(task) {
      const entry: Running = {
        controller: new AbortController(),
        reason: undefined,
        done: Promise.resolve(),
      };
      running.set(task.id, entry);
      // Claimed at the very moment when all others were told.
      if (isStopping) stopTask(task.id, 'shutdown');
      entry.done = perform(task, entry).catch((err: unknown) => {
        onFailure(err);
        log.error({ err, task: task.id, type: task.type }, 'a task could not be settled');
      });
      await entry.done;
      running.delete(task.id);
    },
  };

  async function perform(task: TaskRow, entry: Running): Promise<void> {
    const definition = byType.get(task.type);
    const progress = createProgressWriter({ store, events, clock, workerId, task });
    const timeoutMs = (definition?.timeoutSeconds ?? 1) * 1000;
    const timer = setTimeout(() => stopTask(task.id, 'timeout'), timeoutMs);
    try {
      entry.controller.signal.throwIfAborted();
      if (!definition) throw new PermanentFailure(reason('task_unknown', { type: task.type }));
      const result = await definition.run({
        id: task.id,
        params: definition.payload.parse(JSON.parse(task.params)),
        attempt: task.attempts,
        signal: entry.controller.signal,
        log: log.child({ task: task.id, type: task.type }),
        state: task.state === null ? undefined : JSON.parse(task.state),
        ...progress.context,
      });
      await progress.flush();
      // Who sees it done may ask another process, which must know by then what changed.
      await events.flushed();
      await settle(task, completed(result));
    } catch (error) {
      onFailure(error);
      await progress.flush();
      await settle(task, failed(task, entry.reason, error));
    } finally {
      clearTimeout(timer);
    }
  }

  const completed = (result: unknown): Partial<TaskRow> => ({
    status: 'completed',
    completedAt: clock(),
    lastError: null,
    result: result === undefined ? null : JSON.stringify(result),
  });

  function failed(task: TaskRow, stopped: StopReason | undefined, error: unknown): Partial<TaskRow> {
    const nowMs = clock();
    // Stopped through no fault of its own: the attempt does not count.
    if (stopped === 'shutdown')
      return { status: 'pending', scheduledFor: nowMs, attempts: task.attempts - 1 };
    if (stopped === 'cancelled') return { status: 'cancelled', completedAt: nowMs };
    const lastError = writeLastError(stopped === 'timeout' ? tookTooLong : toReason(error));
    const isFinal =
      error instanceof PermanentFailure || error instanceof Problem || task.attempts >= task.maxAttempts;
    if (!isFinal) return { status: 'pending', lastError, scheduledFor: nowMs + backOffMs(task.attempts) };
    log.warn({ task: task.id, type: task.type, error: lastError, err: error }, 'a task failed');
    return { status: 'failed', completedAt: nowMs, lastError };
  }

  async function settle(task: TaskRow, change: Partial<TaskRow>): Promise<void> {
    // Asked for again while it ran: it has ended before that wish, however it ended, unless it was told to stop.
    const hasEnded = change.status === 'completed' || change.status === 'failed';
    const again = {
      ...change,
      status: 'pending' as const,
      scheduledFor: clock(),
      attempts: 0,
      completedAt: null,
    };
    const outcome = await store.settle(task.id, workerId, change, hasEnded ? again : undefined);
    if (!outcome) return;
    const next = outcome === 'again' ? again : change;
    if (next.status === 'pending' && next.scheduledFor !== undefined) {
      await delivery.deliver({ id: task.id, priority: task.priority, scheduledFor: next.scheduledFor });
    }
    events.publish(taskChanged, { id: task.id, type: task.type, libraryId: task.libraryId });
  }

  async function renew(): Promise<void> {
    const stopping = await store.renew([...running.keys()], workerId, clock() + leaseMs);
    for (const id of stopping) stopTask(id, 'cancelled');
  }

  return {
    async start() {
      isStopping = false;
      unsubscribe = events.subscribe(taskCancelled, ({ id }) => stopTask(id, 'cancelled'));
      renewal = setInterval(() => {
        renew().catch((error: unknown) => log.warn({ err: error }, 'running tasks could not be vouched for'));
      }, renewMs);
      renewal.unref();
      await delivery.start(receiver);
    },
    async stop(graceMs = 3_000) {
      isStopping = true;
      unsubscribe?.();
      const stopped = delivery.stop();
      for (const id of running.keys()) stopTask(id, 'shutdown');
      // Also those that were handed over meanwhile.
      const all = stopped.then(() => Promise.all([...running.values()].map((task) => task.done)));
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
      clearInterval(renewal);
    },
  };
}

/** 10 s, 40 s, 160 s … at most an hour, the same for every process. */
export const backOffMs = (attempts: number): number => Math.min(3_600_000, 10_000 * 4 ** (attempts - 1));
