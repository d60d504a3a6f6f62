// Reads the event loop measurements that `event-loop.ts` writes.
import { existsSync, readFileSync } from 'node:fs';

const watch = new URL('./event-loop.ts', import.meta.url).href;

/** Environment variables of a measured program. */
export const watchLoop = (file: string): Record<string, string> => ({
  LOOP_FILE: file,
  NODE_OPTIONS: `--import=${watch}`,
});

/** Measurements of one second, in milliseconds. */
export interface LoopSecond {
  /** The longest event loop delay. */
  heldMs: number;
  /** The longest processor time of the event loop thread between two samples. */
  busyMs: number;
  /**
   * Number of requests received or answered in that interval. On a busy machine, all waiting requests are served in one
   * interval.
   */
  requests: number;
  /** Garbage collection time in that interval. */
  gcMs: number;
  /** Percentiles of all event loop delays since the start or the last SIGUSR2. */
  p99Ms: number;
  p999Ms: number;
}

export const readLoop = (file: string): LoopSecond[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number))
        .map(([heldMs = 0, busyMs = 0, requests = 0, gcMs = 0, p99Ms = 0, p999Ms = 0]) => ({
          heldMs,
          busyMs,
          requests,
          gcMs,
          p99Ms,
          p999Ms,
        }))
    : [];

/**
 * Waits until the program's current second has ended. Returns the number of seconds measured so far, which cover
 * everything before the call.
 */
export async function countSeconds(file: string): Promise<number> {
  const before = readLoop(file).length;
  const deadlineMs = performance.now() + 20_000;
  while (performance.now() < deadlineMs) {
    const { length } = readLoop(file);
    if (length > before) return length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The program does not report its event loop delay');
}
