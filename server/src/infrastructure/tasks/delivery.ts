// Who brings waiting tasks to a runner: this process itself, or the queue of PostgreSQL when several processes run.
import type { TaskRow } from './store.ts';

/** What a delivery needs to know of the runner. */
export interface Receiver {
  types: readonly string[];
  /** Takes a waiting task for this process; undefined when there is nothing to take any more. */
  claim(id: string): Promise<TaskRow | undefined>;
  /** Runs a claimed task; resolves when it is over, whatever became of it. */
  run(task: TaskRow): Promise<void>;
}

export interface Delivery {
  /** A task waits: bring it to a runner when it is due. Harmless when it was brought already. */
  deliver(task: Pick<TaskRow, 'id' | 'priority' | 'scheduledFor'>): Promise<void>;
  /** Begins to hand tasks to this process. */
  start(receiver: Receiver): Promise<void>;
  /** Hands out no more; running tasks are the runner's business. */
  stop(): Promise<void>;
}
