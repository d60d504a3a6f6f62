// Repairs the state after crashes: tasks of dead processes are put back, undelivered tasks are delivered, old ones are
// deleted, and times written while the clock was ahead are corrected.
import { type Clock, isFromAhead } from '#infrastructure/clock.ts';
import { reason } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import { writeLastError } from './define.ts';
import type { Delivery } from './delivery.ts';
import { backOffMs, leaseMs } from './runner.ts';
import type { TaskRow, TaskStore } from './store.ts';

const sweepMs = 15_000;
const overdueMs = 30_000;
/** No task is scheduled later than the last retry of a failed one. */
const maxWaitMs = backOffMs(Number.POSITIVE_INFINITY);
const dayMs = 24 * 60 * 60 * 1000;

interface Options {
  store: TaskStore;
  delivery: Delivery;
  clock: Clock;
  log: Log;
  keepDays(): number;
}

/**
 * Number of interrupted runs before a task counts as failed. They are not failed attempts, because the process may have
 * been killed for any reason. The limit ends a task that kills its process each time.
 */
export const maxInterruptions = 100;

/** The change of a task whose process ended while it ran. */
function toInterrupted(task: TaskRow, nowMs: number): Partial<TaskRow> {
  const interruptions = task.interruptions + 1;
  const common = { interruptions, attempts: task.attempts - 1 };
  if (task.cancelRequested === 1) return { ...common, status: 'cancelled', completedAt: nowMs };
  const lastError = writeLastError(reason('process_ended'));
  if (interruptions >= maxInterruptions)
    return { ...common, status: 'failed', completedAt: nowMs, lastError };
  return { ...common, status: 'pending', scheduledFor: nowMs, lastError };
}

export class TaskSweeper {
  readonly #deps: Options;
  #timer: NodeJS.Timeout | undefined;
  #purgedAtMs = 0;
  /** Time of the last sweep. The first one checks all rows. */
  #sweptAtMs = Number.POSITIVE_INFINITY;

  constructor(deps: Options) {
    this.#deps = deps;
  }

  /** Sweeps immediately, then every 15 seconds. */
  async start(): Promise<void> {
    await this.#sweep();
    this.#timer = setInterval(() => {
      this.#sweep().catch((err: unknown) => this.#deps.log.warn({ err }, 'task sweep failed'));
    }, sweepMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #revive(task: TaskRow): Promise<void> {
    const nowMs = this.#deps.clock();
    const change = toInterrupted(task, nowMs);
    if (!(await this.#deps.store.release(task.id, nowMs, change))) return;
    const { id, type } = task;
    this.#deps.log.warn(
      { task: id, type, interruptions: change.interruptions },
      'task interrupted by the end of its process',
    );
    if (change.status === 'pending') await this.#deps.delivery.deliver({ ...task, scheduledFor: nowMs });
  }

  async #sweep(): Promise<void> {
    const nowMs = this.#deps.clock();
    const isWhole = isFromAhead(this.#sweptAtMs, nowMs);
    if (isWhole) this.#purgedAtMs = 0;
    this.#sweptAtMs = nowMs;
    const times = { nowMs, maxWaitMs, maxLeaseMs: leaseMs, isWhole };
    for (const task of await this.#deps.store.repairTimes(times)) await this.#deps.delivery.deliver(task);
    for (const task of await this.#deps.store.listAbandoned(nowMs)) await this.#revive(task);
    for (const task of await this.#deps.store.listOverdue(nowMs - overdueMs))
      await this.#deps.delivery.deliver(task);
    if (nowMs - this.#purgedAtMs > dayMs / 4) {
      this.#purgedAtMs = nowMs;
      await this.#deps.store.purge(nowMs - this.#deps.keepDays() * dayMs);
    }
  }
}
