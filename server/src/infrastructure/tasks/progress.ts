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

export class ProgressWriter {
  readonly #deps: Options;
  #unwritten: Partial<TaskRow> | undefined;
  #writtenAtMs = 0;
  #writing = Promise.resolve();
  readonly context: Pick<TaskContext<never>, 'progress' | 'saveState'>;
  readonly #write = async (): Promise<void> => {
    const change = this.#unwritten;
    if (!change) return;
    this.#unwritten = undefined;
    this.#writtenAtMs = this.#deps.clock();
    await this.#deps.store.saveProgress(this.#deps.task.id, this.#deps.workerId, change);
    this.#deps.events.publish(taskChanged, {
      id: this.#deps.task.id,
      type: this.#deps.task.type,
      libraryId: this.#deps.task.libraryId,
    });
  };

  constructor(deps: Options) {
    this.#deps = deps;
    this.context = {
      progress: (current, total, message) =>
        this.#note({ progressCurrent: current, progressTotal: total, progressMessage: message ?? null }),
      saveState: (state) => this.#note({ state: JSON.stringify(state) }),
    };
  }

  /** Writes pending progress. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  #note(change: Partial<TaskRow>) {
    this.#unwritten = { ...this.#unwritten, ...change };
    // Lost progress is replaced by the next.
    if (Math.abs(this.#deps.clock() - this.#writtenAtMs) >= intervalMs)
      this.#writing = this.#writing.then(this.#write).catch(() => {});
  }
}
