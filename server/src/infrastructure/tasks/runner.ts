// Runs claimed tasks in this process: provides their context, stops them after their time limit, updates their rows.
import type { Clock } from '#infrastructure/clock.ts';
import { inBackground } from '#infrastructure/database/background.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import {
  type AnyTaskDefinition,
  PermanentFailure,
  Postponed,
  type TaskDefinition,
  toReason,
  writeLastError,
} from './define.ts';
import type { Delivery } from './delivery.ts';
import { ProgressWriter } from './progress.ts';
import { taskCancelled, taskChanged } from './queue.ts';
import type { TaskRow, TaskStore } from './store.ts';

/** How long a process leases its tasks, and how often it renews the leases. */
export const leaseMs = 60_000;
const renewMs = 10_000;

/** The reason for which a task was stopped. */
type StopReason = 'cancelled' | 'timeout' | 'shutdown';

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
  /** Called with every error that ended a task. */
  onFailure(error: unknown): void;
}

export class TaskRunner {
  readonly #options: Options;
  readonly #workerId = newId();
  readonly #byType: ReadonlyMap<string, TaskDefinition<unknown>>;
  readonly #running = new Map<string, Running>();
  #isStopping = false;
  #renewal: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#byType = new Map(
      options.definitions.map((definition) => [definition.type, definition as TaskDefinition<unknown>]),
    );
  }

  async start(): Promise<void> {
    const { events, log, delivery } = this.#options;
    this.#isStopping = false;
    this.#unsubscribe = events.subscribe(taskCancelled, ({ id }) => this.#stopTask(id, 'cancelled'));
    this.#renewal = setInterval(() => {
      this.#renew().catch((error: unknown) =>
        log.warn({ err: error }, 'failed to renew the leases of running tasks'),
      );
    }, renewMs).unref();
    await delivery.start({
      types: [...this.#byType.keys()],
      claim: (id) => this.#claim(id),
      run: (task) => this.#run(task),
    });
  }

  /** Accepts no more tasks and puts running ones back, which takes up to `graceMs`. */
  async stop(graceMs = 3_000): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe?.();
    const stopped = this.#options.delivery.stop();
    for (const id of this.#running.keys()) this.#stopTask(id, 'shutdown');
    // Including tasks that were delivered meanwhile.
    const all = stopped.then(() => Promise.all([...this.#running.values()].map((task) => task.done)));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    clearInterval(this.#renewal);
  }

  #stopTask(id: string, reason: StopReason): void {
    const task = this.#running.get(id);
    if (!task || task.reason) return;
    task.reason = reason;
    task.controller.abort(new Error(reason));
  }

  async #claim(id: string): Promise<TaskRow | undefined> {
    const { store, events, clock } = this.#options;
    const nowMs = clock();
    const task = await store.claim(id, { workerId: this.#workerId, nowMs, leaseUntil: nowMs + leaseMs });
    if (task) events.publish(taskChanged, { id, type: task.type, libraryId: task.libraryId });
    return task;
  }

  async #run(task: TaskRow): Promise<void> {
    const entry: Running = { controller: new AbortController(), reason: undefined, done: Promise.resolve() };
    this.#running.set(task.id, entry);
    // Claimed while the others were being stopped.
    if (this.#isStopping) this.#stopTask(task.id, 'shutdown');
    entry.done = inBackground(() => this.#perform(task, entry)).catch((err: unknown) => {
      this.#options.onFailure(err);
      this.#options.log.error(
        { err, task: task.id, type: task.type },
        'failed to store the result of a task',
      );
    });
    await entry.done;
    this.#running.delete(task.id);
  }

  async #perform(task: TaskRow, entry: Running): Promise<void> {
    const { signal } = entry.controller;
    const { store, events, clock, log, onFailure } = this.#options;
    const definition = this.#byType.get(task.type);
    const progress = new ProgressWriter({ store, events, clock, workerId: this.#workerId, task });
    const timeoutMs = (definition?.timeoutSeconds ?? 1) * 1000;
    const timer = setTimeout(() => this.#stopTask(task.id, 'timeout'), timeoutMs);
    try {
      signal.throwIfAborted();
      if (!definition) throw new PermanentFailure(reason('task_unknown', { type: task.type }));
      const result = await definition.run({
        id: task.id,
        params: definition.payload.parse(JSON.parse(task.params)),
        attempt: task.attempts,
        hasRunBefore: task.attempts > 1 || task.interruptions > 0,
        signal,
        log: log.child({ task: task.id, type: task.type }),
        state: task.state === null ? undefined : JSON.parse(task.state),
        ...progress.context,
      });
      await progress.flush();
      // A client that sees the task completed may query another process, which must know of its changes by then.
      await events.flushed();
      await this.#settle(task, {
        status: 'completed',
        completedAt: clock(),
        lastError: null,
        result: result === undefined ? null : JSON.stringify(result),
      });
    } catch (error) {
      if (!(error instanceof Postponed)) onFailure(error);
      await progress.flush();
      await this.#settle(task, this.#toFailed(task, { stopped: entry.reason, error }));
    } finally {
      clearTimeout(timer);
    }
  }

  async #settle(task: TaskRow, change: Partial<TaskRow>): Promise<void> {
    const { store, delivery, events, clock } = this.#options;
    const { id, type, libraryId, priority } = task;
    // Another run may have been requested meanwhile. It follows regardless of the result, unless the task was stopped.
    const hasEnded = change.status === 'completed' || change.status === 'failed';
    const pending = { status: 'pending' as const, scheduledFor: clock(), completedAt: null };
    const again = { ...change, ...pending, attempts: 0, interruptions: 0 };
    const outcome = await store.settle(id, this.#workerId, change, hasEnded ? again : undefined);
    if (!outcome) return;
    const next = outcome === 'again' ? again : change;
    if (next.status === 'pending' && next.scheduledFor !== undefined)
      await delivery.deliver({ id, priority, scheduledFor: next.scheduledFor });
    events.publish(taskChanged, { id, type, libraryId });
  }

  async #renew(): Promise<void> {
    const { store, clock } = this.#options;
    const stopping = await store.renew([...this.#running.keys()], this.#workerId, clock() + leaseMs);
    for (const id of stopping) this.#stopTask(id, 'cancelled');
  }

  #toFailed(
    task: TaskRow,
    { stopped, error }: { stopped: StopReason | undefined; error: unknown },
  ): Partial<TaskRow> {
    const nowMs = this.#options.clock();
    // An attempt that the end of the program interrupted does not count.
    if (stopped === 'shutdown')
      return { status: 'pending', scheduledFor: nowMs, attempts: task.attempts - 1 };
    if (stopped === 'cancelled') return { status: 'cancelled', completedAt: nowMs };
    if (error instanceof Postponed && stopped === undefined)
      return { status: 'pending', scheduledFor: nowMs + error.waitMs, attempts: task.attempts - 1 };
    const why = stopped === 'timeout' ? reason('task_timeout') : toReason(error);
    const lastError = writeLastError(why);
    const isPermanent = error instanceof PermanentFailure || error instanceof Problem;
    // A stack does not help for an expected failure, such as an unreadable folder.
    const isExpected = stopped === 'timeout' || (isPermanent && error.cause === undefined);
    const isFinal = isPermanent || task.attempts >= task.maxAttempts;
    if (!isFinal) return { status: 'pending', lastError, scheduledFor: nowMs + backOffMs(task.attempts) };
    const { id, type, libraryId } = task;
    const library = libraryId === null ? {} : { library: libraryId };
    this.#options.log.warn(
      { task: id, type, ...library, reason: why.message, ...(!isExpected && { err: error }) },
      'task failed',
    );
    return { status: 'failed', completedAt: nowMs, lastError };
  }
}

/** 10 s, 40 s, 160 s … at most an hour, the same for every process. */
export const backOffMs = (attempts: number): number => Math.min(3_600_000, 10_000 * 4 ** (attempts - 1));
