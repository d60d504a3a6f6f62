// The worker processes of this process: some for people who wait, some for the background, which give way.
import { availableParallelism } from 'node:os';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import { createMemoryBudget } from '#infrastructure/workers/memory-budget.ts';
import { createWorkerPool, type WorkerPool } from '#infrastructure/workers/pool.ts';
import { toDefaultBudgetMb } from '#infrastructure/workers/process-memory.ts';

export interface Pools {
  interactive: WorkerPool;
  background: WorkerPool;
  close(): Promise<void>;
}

const maxProcesses = 4;
const idleMs = 60_000;

/** Where a worker process begins. */
export const workerEntry = new URL('../worker.ts', import.meta.url);

/** `onLost` hears what a process of the interactive pool took with it. */
export function createPools(
  { scanner, workers }: Config,
  {
    entry,
    confinement,
    onLost,
  }: { entry: URL; confinement: Confinement; onLost(affinities: readonly string[]): void },
): Pools {
  const cores = Math.min(maxProcesses, availableParallelism());
  const budget = createMemoryBudget(workers.memory ? workers.memory / 1024 ** 2 : toDefaultBudgetMb());
  const memoryLimitMb = Math.min(scanner.workerMemoryMb, budget.totalMb);
  const shared = { entry, confinement, budget, memoryLimitMb, idleMs };
  const interactive = createWorkerPool({ ...shared, size: cores, niceness: 0, onLost });
  const background = createWorkerPool({
    ...shared,
    size: scanner.concurrency || cores,
    niceness: 10,
    isPreemptible: true,
  });
  return {
    interactive,
    background,
    async close() {
      await Promise.all([interactive.close(), background.close()]);
    },
  };
}
