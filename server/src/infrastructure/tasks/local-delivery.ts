// Delivery inside one process, for the embedded database: takes what is due, so many at a time, and sleeps until
// something is asked for or falls due.
import type { Clock } from '#infrastructure/clock.ts';
import type { Delivery, Receiver } from './delivery.ts';
import type { TaskStore } from './store.ts';

/** Timers longer than this overflow; a task a month away is looked at again before. */
const maxSleepMs = 24 * 60 * 60 * 1000;

interface Options {
  store: TaskStore;
  clock: Clock;
  concurrency: number;
  /** The database refused; it is tried again a little later. */
  onError(error: unknown): void;
}

export function createLocalDelivery({ store, clock, concurrency, onError }: Options): Delivery {
  let receiver: Receiver | undefined;
  let running = 0;
  let looking: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  /** One look at a time; whoever asks during one gets another after it. */
  function look(): void {
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
      // What is claimed is handed over also when nothing more is taken: it has to be put back.
      void to.run(task).finally(() => {
        running--;
        look();
      });
    }
    const dueMs = receiver && running < concurrency ? await store.findNextDueMs() : undefined;
    if (dueMs !== undefined) sleep(Math.max(1, dueMs - clock()));
  }

  function sleep(ms: number): void {
    timer = setTimeout(look, Math.min(maxSleepMs, ms));
    timer.unref();
  }

  return {
    async deliver() {
      look();
    },
    async start(to) {
      receiver = to;
      look();
    },
    async stop() {
      receiver = undefined;
      clearTimeout(timer);
      await looking;
    },
  };
}
