// How long a worker process takes to begin and to answer for the first time, confined or not: for benchmarks.

import { createConfinement } from '#infrastructure/confinement/confinement.ts';
import { startWorker } from '#infrastructure/workers/worker.ts';
import { workerEntry } from '../../src/composition/pools.ts';

/** Milliseconds. The process may use no place besides the program. */
export async function timeWorkerStart(mode: 'auto' | 'off'): Promise<number> {
  const startedMs = performance.now();
  const worker = startWorker({
    entry: workerEntry,
    memoryLimitMb: 512,
    niceness: 0,
    confinement: createConfinement(mode),
    places: { reads: [], writes: [] },
  });
  // There is no such job: the answer says so, and nothing is loaded for it.
  await worker.run({ name: 'none', input: null, timeoutMs: 60_000 }).catch(() => {});
  const tookMs = performance.now() - startedMs;
  worker.end();
  await worker.exited;
  return tookMs;
}
