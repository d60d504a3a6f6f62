// How tasks are asked for: rows with deduplication, and a word to whoever delivers them.

import type { Clock } from '#infrastructure/clock.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { channel } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TaskDefinition } from './define.ts';
import type { Delivery } from './delivery.ts';
import type { TaskRow, TaskStore } from './store.ts';

/** A task changed: its row is read again by whoever shows it. */
export const taskChanged = channel<{ id: string; type: string; libraryId: string | null }>('task.changed');
/** A running task is to stop: the process that runs it listens. */
export const taskCancelled = channel<{ id: string }>('task.cancelled');

interface EnqueueOptions {
  /** Not before this moment. */
  scheduledFor?: number;
  /** Ask for another run when one of the same key is running now. */
  rerun?: boolean;
}

interface Enqueued {
  task: TaskRow;
  /** False when one of the same key was waiting or running already. */
  isNew: boolean;
}

export interface TaskQueue {
  enqueue<P>(definition: TaskDefinition<P>, params: P, options?: EnqueueOptions): Promise<Enqueued>;
  /** Cancels a waiting task at once, asks a running one to stop; undefined when it has ended or is unknown. */
  cancel(id: string): Promise<TaskRow | undefined>;
  /** A failed or cancelled task waits again; undefined when it has not failed. */
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
      const about = definition.about?.(params) ?? {};
      const task = {
        id: newId(),
        type: definition.type,
        taskKey: `${definition.type}:${definition.key(params)}`,
        priority: definition.priority,
        params: JSON.stringify(params),
        maxAttempts: definition.attempts,
        libraryId: about.libraryId ?? null,
        seriesId: about.seriesId ?? null,
        bookId: about.bookId ?? null,
        scheduledFor: scheduledFor ?? nowMs,
        createdAt: nowMs,
      };
      // Between the refusal and the look-up the other task may end: then there is room for ours.
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
