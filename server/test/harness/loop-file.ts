// How long the event loop of a program was held, as `event-loop.ts` in it has written.
import { existsSync, readFileSync } from 'node:fs';

const watch = new URL('./event-loop.ts', import.meta.url).href;

/** Environment of a program that is watched. */
export const watchLoop = (file: string): Record<string, string> => ({
  LOOP_FILE: file,
  NODE_OPTIONS: `--import=${watch}`,
});

/** One second of the program, in milliseconds. */
export interface LoopSecond {
  /** The longest time for which nobody was served. */
  heldMs: number;
  /** The most processor time of the loop's thread in one go. */
  busyMs: number;
  /** That came in or were answered in that go: a machine that was kept busy by others serves all who waited in one. */
  requests: number;
  /** How long rubbish was collected in that go. */
  gcMs: number;
}

export const readLoop = (file: string): LoopSecond[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number))
        .map(([heldMs = 0, busyMs = 0, requests = 0, gcMs = 0]) => ({ heldMs, busyMs, requests, gcMs }))
    : [];

/**
 * Waits until the second is over that the program is in, and gives how many there are then: what it did before is in
 * those.
 */
export async function countSeconds(file: string): Promise<number> {
  const before = readLoop(file).length;
  const deadlineMs = performance.now() + 20_000;
  while (performance.now() < deadlineMs) {
    const { length } = readLoop(file);
    if (length > before) return length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The program does not say how long its event loop is held');
}
