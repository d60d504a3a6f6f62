// Writes the progress of a running task, at most once a second.
import type { Clock } from '#infrastructure/clock.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { TaskContext } from './define.ts';
import { taskChanged } from './queue.ts';
import type { TaskRow, TaskStore } from './store.ts';

const intervalMs = 1_000;

interface Options {
  store: TaskStore;
  events: EventBus;
  clock: Clock;
  workerId: string;
  task: TaskRow;
}

export interface ProgressWriter {
  context: Pick<TaskContext<never>, 'progress' | 'saveState'>;
  /** Writes pending progress. */
  flush(): Promise<void>;
}

export function createProgressWriter({ store, events, clock, workerId, task }: Options): ProgressWriter {
  let unwritten: Partial<TaskRow> | undefined;
  let writtenAtMs = 0;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const change = unwritten;
    if (!change) return;
    unwritten = undefined;
    writtenAtMs = clock();
    await store.saveProgress(task.id, workerId, change);
    events.publish(taskChanged, { id: task.id, type: task.type, libraryId: task.libraryId });
  }

  const note = (change: Partial<TaskRow>) => {
    unwritten = { ...unwritten, ...change };
    // Lost progress is replaced by the next.
    if (Math.abs(clock() - writtenAtMs) >= intervalMs) writing = writing.then(write).catch(() => {});
  };

  return {
    context: {
      progress: (current, total, message) =>
        note({ progressCurrent: current, progressTotal: total, progressMessage: message ?? null }),
      saveState: (state) => note({ state: JSON.stringify(state) }),
    },
    async flush() {
      await writing;
      await write();
    },
  };
}
