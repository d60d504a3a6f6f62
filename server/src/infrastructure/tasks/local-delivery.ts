// Delivery inside one process, for SQLite: runs a limited number of due tasks, and sleeps until a task is enqueued or
// becomes due. Tasks of other processes are found within seconds.
import type { Clock } from '#infrastructure/clock.ts';
import type { Delivery, Receiver } from './delivery.ts';
import type { TaskStore } from './store.ts';

/** Maximum time between two checks. `lectern import` enqueues tasks from another process. */
const maxSleepMs = 5_000;

interface Options {
  store: TaskStore;
  clock: Clock;
  concurrency: number;
  /** Delay of the next attempt after an error of the database. */
  onError(error: unknown): void;
}

export function createLocalDelivery({ store, clock, concurrency, onError }: Options): Delivery {
  let receiver: Receiver | undefined;
  let running = 0;
  let looking: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  /** Runs one check at a time. Requests during a check cause another one after it. */
  function check(): void {
    again = true;
    looking ??= (async () => {
      while (again) {
        again = false;
        await fill();
      }
    })()
      .catch((error: unknown) => {
        onError(error);
        sleep(1_000);
      })
      .finally(() => {
        looking = undefined;
      });
  }

  async function fill(): Promise<void> {
    clearTimeout(timer);
    while (receiver && running < concurrency) {
      const to = receiver;
      const id = await store.findDue(clock(), to.types);
      const task = id && receiver && (await to.claim(id));
      if (!task) break;
      running++;
      // A claimed task is also run while stopping: the runner puts it back.
      void to.run(task).finally(() => {
        running--;
        check();
      });
    }
    if (!receiver || running >= concurrency) return;
    const dueMs = await store.findNextDueMs();
    sleep(dueMs === undefined ? maxSleepMs : Math.max(1, dueMs - clock()));
  }

  function sleep(ms: number): void {
    timer = setTimeout(check, Math.min(maxSleepMs, ms));
    timer.unref();
  }

  return {
    async deliver() {
      check();
    },
    async start(to) {
      receiver = to;
      check();
    },
    async stop() {
      receiver = undefined;
      clearTimeout(timer);
      await looking;
    },
  };
}
