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

export interface TaskQueue {
  enqueue<P>(definition: TaskDefinition<P>, params: P, options?: EnqueueOptions): Promise<Enqueued>;
  /** Cancels a waiting task immediately, requests a running one to stop; undefined if it has ended or is unknown. */
  cancel(id: string): Promise<TaskRow | undefined>;
  /** Enqueues a failed or cancelled task again; undefined for other states. */
  retry(id: string): Promise<TaskRow | undefined>;
}

interface Dependencies {
  store: TaskStore;
  delivery: Delivery;
  events: EventBus;
  clock: Clock;
}

export function createTaskQueue({ store, delivery, events, clock }: Dependencies): TaskQueue {
  const publishChange = (task: TaskRow) =>
    events.publish(taskChanged, { id: task.id, type: task.type, libraryId: task.libraryId });
  return {
    async enqueue(definition, params, { scheduledFor, rerun = false } = {}) {
      const nowMs = clock();
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
        const isNew = await store.insert(task);
        const row = await store.findActive(task.taskKey);
        if (!row) continue;
        if (isNew) await delivery.deliver(row);
        else if (rerun && row.status === 'running' && !(await store.requestRerun(row.id))) continue;
        if (isNew) publishChange(row);
        return { task: row, isNew };
      }
    },
    async cancel(id) {
      const task = await store.requestCancel(id, clock());
      if (!task) return undefined;
      if (task.status === 'running') events.publish(taskCancelled, { id });
      publishChange(task);
      return task;
    },
    async retry(id) {
      const task = await store.requeue(id, clock());
      if (!task) return undefined;
      await delivery.deliver(task);
      publishChange(task);
      return task;
    },
  };
}
