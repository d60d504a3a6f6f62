// Memory that work has left behind goes back to the system when the work is over. The runtime and the C library keep it
// for the next work, which may be a month away: after a scan of 10,000 books that was 80 MB.
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadLibc } from '#infrastructure/confinement/libc.ts';
import type { Log } from '#infrastructure/log.ts';

const intervalMs = 8_000;
/** Shares of the time in which the event loop works. */
const busyShare = 0.2;
const quietShare = 0.05;
/**
 * Quiet looks one after the other, so that a pause between two folders is none; and once more for what threads and
 * worker processes that end meanwhile have left.
 */
const quietLooks = [3, 6];

/** Told the share of each look, says at which ones there is something to give back: twice after each time of work. */
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

/** Looks now and then until it is told to stop. `shrink` lets go of what the program keeps and can get again. */
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

/** Holds the event loop for a tenth of a second, which is why it waits for a time in which nobody does much. */
function release(shrink: () => void, log: Log): void {
  const startedMs = performance.now();
  const rssBefore = process.memoryUsage.rss();
  shrink();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  collect({ type: 'major', flavor: 'last-resort' });
  trim();
  log.debug(
    {
      givenBackMb: Math.round((rssBefore - process.memoryUsage.rss()) / 1024 ** 2),
      tookMs: Math.round(performance.now() - startedMs),
    },
    'memory was given back',
  );
}

/** Only the C library of most Linux systems keeps what was freed, and can be asked for it. */
function trim(): void {
  if (process.platform !== 'linux') return;
  try {
    loadLibc().trim();
  } catch {
    // Another C library, or nothing to call it with.
  }
}
