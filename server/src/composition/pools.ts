// The pools of worker processes: one for interactive requests, and one for background work with low priority.
import { availableParallelism } from 'node:os';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import { toEntry } from '#infrastructure/program-files.ts';
import { MemoryBudget } from '#infrastructure/workers/memory-budget.ts';
import { WorkerPool } from '#infrastructure/workers/pool.ts';
import { toDefaultBudgetMb } from '#infrastructure/workers/process-memory.ts';

export interface Pools {
  interactive: WorkerPool;
  background: WorkerPool;
  close(): Promise<void>;
}

const maxProcesses = 4;
/** Below this number of cores, a second background process takes 50 MiB and makes a first scan only 7 % faster. */
const coresForSeveral = 3;
const idleMs = 60_000;

/** The module of worker processes. */
export const workerEntry = toEntry('worker.ts');

interface PoolsOptions {
  entry: URL;
  confinement: Confinement;
  /** Called with the affinities of an interactive process that has ended. */
  onLost(affinities: readonly string[]): void;
  /** Called with text that a process writes to standard error. */
  onOutput(text: string): void;
}

export function createPools(
  { scanner, workers }: Config,
  { entry, confinement, onLost, onOutput }: PoolsOptions,
): Pools {
  const cores = Math.min(maxProcesses, availableParallelism());
  const budget = new MemoryBudget(workers.memory ? workers.memory / 1024 ** 2 : toDefaultBudgetMb());
  const memoryLimitMb = Math.min(scanner.workerMemoryMb, budget.totalMb);
  const shared = { entry, confinement, budget, memoryLimitMb, idleMs, onOutput };
  const interactive = new WorkerPool({ ...shared, size: cores, priority: 'normal', onLost });
  const background = new WorkerPool({
    ...shared,
    size: scanner.concurrency || (cores < coresForSeveral ? 1 : cores),
    priority: workers.priority,
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
