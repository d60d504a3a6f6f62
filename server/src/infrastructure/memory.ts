// Memory of this process: how it is collected, and returned to the system after work. The runtime and the C library
// keep it for later work, which may be a month away. After a scan of 10,000 books, that was 80 MB.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadLibc } from '#infrastructure/confinement/libc.ts';
import type { Log } from '#infrastructure/log.ts';

/**
 * With 60 MB in use, the heap grows to 120 MB instead of 240 before a major collection, which then blocks the event
 * loop for 30 to 50 ms instead of 75. No collection compacts the whole heap while the server is busy (184 ms); that is
 * done in quiet periods, see below. V8 reads both options when a collection starts (`node --v8-options`).
 */
const shortCollections = ['--heap-growing-percent=100', '--no-memory-reducer-favors-memory'];

/** Called once, when a process that answers requests starts. */
export function keepCollectionsShort(): void {
  for (const flag of shortCollections) setFlagsFromString(flag);
}

const intervalMs = 8_000;
/** Utilization of the event loop. */
const busyShare = 0.2;
const quietShare = 0.05;
/**
 * Consecutive quiet samples, so that a pause between two folders does not count. Checked again for memory of threads
 * and worker processes that end meanwhile.
 */
const quietLooks = [3, 6];

/** Receives the utilization of each sample and decides when to release memory: twice after each period of work. */
export function createQuietWatch(): (share: number) => boolean {
  let hasWorked = true;
  let quiet = 0;
  return (share) => {
    if (share >= busyShare) hasWorked = true;
    quiet = share < quietShare ? quiet + 1 : 0;
    if (!hasWorked || !quietLooks.includes(quiet)) return false;
    hasWorked = quiet !== quietLooks.at(-1);
    return true;
  };
}

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Samples regularly until it is stopped. `shrink` drops caches of the program. */
export function giveMemoryBack({ shrink, log }: { shrink(): void; log: Log }): () => void {
  const isQuiet = createQuietWatch();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (isQuiet(utilization)) release(shrink, log);
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** Blocks the event loop for a tenth of a second, so it waits for a quiet period. */
export function release(shrink: () => void, log: Log): void {
  const startedMs = performance.now();
  const rssBefore = process.memoryUsage.rss();
  shrink();
  setFlagsFromString('--expose-gc');
  const collect: Collect = runInNewContext('gc');
  collect({ type: 'major', flavor: 'last-resort' });
  trim();
  log.debug(
    {
      givenBackMb: Math.round((rssBefore - process.memoryUsage.rss()) / 1024 ** 2),
      tookMs: Math.round(performance.now() - startedMs),
    },
    'released memory',
  );
}

/** Only glibc keeps freed memory and can return it on request. */
function trim(): void {
  if (process.platform !== 'linux') return;
  try {
    loadLibc().trim();
  } catch {
    // Another C library, or koffi is not available.
  }
}
