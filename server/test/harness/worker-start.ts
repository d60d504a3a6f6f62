// A worker process that begins, answers once and ends: for benchmarks, and for what it leaves compiled.
import { type AllowedPaths, createConfinement } from '#infrastructure/confinement/confinement.ts';
import { Worker } from '#infrastructure/workers/worker.ts';

/** The module of worker processes as scripts/install.mjs has built it, which begins in half the time. */
export const builtWorker = new URL('../../dist/worker.js', import.meta.url);

/** Milliseconds until it has answered, confined or not. The process may use no place besides the program. */
export async function timeWorkerStart(mode: 'auto' | 'off'): Promise<number> {
  return startOnce(mode, { reads: [], writes: [] });
}

/**
 * A confined process cannot keep what it compiles: without what another one has left it takes twice as long to begin.
 * The command `serve` sees to that when it starts; servers that tests make in their own process do not.
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
  // There is no such job: the answer says so, and nothing is loaded for it.
  await worker.run({ name: 'none', input: null, timeoutMs: 60_000 }).catch(() => {});
  const tookMs = performance.now() - startedMs;
  worker.end();
  await worker.exited;
  return tookMs;
}
