// Starts a worker process, waits for one response and stops it. Fills the compile cache.
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { Worker } from '#infrastructure/workers/worker.ts';

/** The worker module as built by scripts/install.mjs, which starts in half the time. */
export const builtWorker = new URL('../../../dist/worker.js', import.meta.url);

/**
 * Confined processes cannot write the compile cache, and without a cache they take twice as long to start. The command
 * `serve` fills it at startup; servers in test processes do not.
 */
export async function compileForWorkers(): Promise<void> {
  const worker = new Worker({
    entry: builtWorker,
    memoryLimitMb: 512,
    priority: 'normal',
    confinement: new Confinement('auto'),
    allowed: undefined,
  });
  // No such job exists: the response is an error, and nothing is loaded.
  await worker.run({ name: 'none', input: null, timeoutMs: 60_000 }).catch(() => {});
  worker.end();
  await worker.exited;
}
