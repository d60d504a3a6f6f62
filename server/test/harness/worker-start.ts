// Starts a worker process, waits for one response and stops it. Used by benchmarks and to fill the compile cache.
import { type AllowedPaths, createConfinement } from '#infrastructure/confinement/confinement.ts';
import { Worker } from '#infrastructure/workers/worker.ts';

/** The worker module as built by scripts/install.mjs, which starts in half the time. */
export const builtWorker = new URL('../../dist/worker.js', import.meta.url);

/**
 * Returns the milliseconds until the first response, confined or not. The confined process may access only the program
 * itself.
 */
export async function timeWorkerStart(mode: 'auto' | 'off'): Promise<number> {
  return startOnce(mode, { reads: [], writes: [] });
}

/**
 * Confined processes cannot write the compile cache, and without a cache they take twice as long to start. The command
 * `serve` fills it at startup; servers in test processes do not.
 */
export async function compileForWorkers(): Promise<void> {
  await startOnce('auto', undefined);
}

async function startOnce(mode: 'auto' | 'off', allowed: AllowedPaths | undefined): Promise<number> {
  const startedMs = performance.now();
  const worker = new Worker({
    entry: builtWorker,
    memoryLimitMb: 512,
    priority: 'normal',
    confinement: createConfinement(mode),
    allowed,
  });
  // No such job exists: the response is an error, and nothing is loaded.
  await worker.run({ name: 'none', input: null, timeoutMs: 60_000 }).catch(() => {});
  const tookMs = performance.now() - startedMs;
  worker.end();
  await worker.exited;
  return tookMs;
}
