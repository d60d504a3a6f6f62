// Delivers waiting tasks to a runner: by this process itself, or by a queue in PostgreSQL for several processes.
import type { TaskRow } from './store.ts';

/** The runner, as the delivery uses it. */
export interface Receiver {
  types: readonly string[];
  /** Claims a waiting task for this process; undefined when it no longer waits. */
  claim(id: string): Promise<TaskRow | undefined>;
  /** Runs a claimed task; resolves when it has ended, also when it failed. */
  run(task: TaskRow): Promise<void>;
}

export interface Delivery {
  /** Delivers a waiting task to a runner when it is due. Idempotent. */
  deliver(task: Pick<TaskRow, 'id' | 'priority' | 'scheduledFor'>): Promise<void>;
  /** Starts to deliver tasks to this process. */
  start(receiver: Receiver): Promise<void>;
  /** Stops delivery. Running tasks are left to the runner. */
  stop(): Promise<void>;
}
