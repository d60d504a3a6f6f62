// Enqueues tasks: rows with deduplication, which are then delivered.

import type { Clock } from '#infrastructure/clock.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { channel } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TaskDefinition } from './define.ts';
import type { Delivery } from './delivery.ts';
import type { TaskRow, TaskStore } from './store.ts';

/** A task has changed: listeners read its row again. */
export const taskChanged = channel<{ id: string; type: string; libraryId: string | null }>('task.changed');
/** A running task must stop, in the process that runs it. */
export const taskCancelled = channel<{ id: string }>('task.cancelled');

interface EnqueueOptions {
  /** Not before this time. */
  scheduledFor?: number;
  /** Requests another run if a task with the same key is running. */
  rerun?: boolean;
}

interface Enqueued {
  task: TaskRow;
  /** False if a task with the same key was already waiting or running. */
  isNew: boolean;
}

export class TaskQueue {
  readonly #store: TaskStore;
  readonly #delivery: Delivery;
  readonly #events: EventBus;
  readonly #clock: Clock;

  constructor(store: TaskStore, delivery: Delivery, events: EventBus, clock: Clock) {
    this.#store = store;
    this.#delivery = delivery;
    this.#events = events;
    this.#clock = clock;
  }

  async enqueue<P>(
    definition: TaskDefinition<P>,
    params: P,
    { scheduledFor, rerun = false }: EnqueueOptions = {},
  ): Promise<Enqueued> {
    const nowMs = this.#clock();
    const subject = definition.subject(params);
    const task = {
      id: newId(),
      type: definition.type,
      taskKey: `${definition.type}:${definition.key(params)}`,
      priority: definition.priority,
      params: JSON.stringify(params),
      maxAttempts: definition.attempts,
      subject: subject.kind,
      libraryId: 'libraryId' in subject ? subject.libraryId : null,
      seriesId: 'seriesId' in subject ? subject.seriesId : null,
      bookId: 'bookId' in subject ? subject.bookId : null,
      userId: 'userId' in subject ? subject.userId : null,
      scheduledFor: scheduledFor ?? nowMs,
      createdAt: nowMs,
    };
    // The other task may end between the conflict and the query; this one is inserted then.
    for (;;) {
      const isNew = await this.#store.insert(task);
      const row = await this.#store.findActive(task.taskKey);
      if (!row) continue;
      if (isNew) await this.#delivery.deliver(row);
      else if (rerun && row.status === 'running' && !(await this.#store.requestRerun(row.id))) continue;
      if (isNew) this.#publishChange(row);
      return { task: row, isNew };
    }
  }

  /** Cancels a waiting task immediately, requests a running one to stop; undefined if it has ended or is unknown. */
  async cancel(id: string): Promise<TaskRow | undefined> {
    const task = await this.#store.requestCancel(id, this.#clock());
    if (!task) return undefined;
    if (task.status === 'running') this.#events.publish(taskCancelled, { id });
    this.#publishChange(task);
    return task;
  }

  /** Enqueues a failed or cancelled task again; undefined for other states. */
  async retry(id: string): Promise<TaskRow | undefined> {
    const task = await this.#store.requeue(id, this.#clock());
    if (!task) return undefined;
    await this.#delivery.deliver(task);
    this.#publishChange(task);
    return task;
  }

  #publishChange(task: TaskRow) {
    return this.#events.publish(taskChanged, {
      id: task.id,
      type: task.type,
      libraryId: task.libraryId,
    });
  }
}
