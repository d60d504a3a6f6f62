// Schedules access to the SQLite database within a turn of the event loop. Its statements are synchronous, and awaiting
// a resolved promise does not yield: a hundred consecutive statements would block every request.

/** Consecutive statements may run for this long before others get their turn. */
const defaultMs = 8;

export interface FairScheduler {
  /** Await the result before a statement is run, unless it is undefined: then the statement may run immediately. */
  take(): Promise<void> | undefined;
}

/** Waiting callers continue in order. A caller that was served in this turn continues after those that were not. */
export function createFairScheduler({
  maxMs = defaultMs,
  now = () => performance.now(),
} = {}): FairScheduler {
  /** Undefined until the first request in this turn of the event loop. */
  let untilMs: number | undefined;
  let unserved: (() => void)[] = [];
  let served: (() => void)[] = [];

  function begin(): number {
    setImmediate(end);
    return now() + maxMs;
  }

  function end(): void {
    untilMs = undefined;
    const next = [...unserved, ...served];
    [unserved, served] = [[], []];
    for (const resume of next) resume();
  }

  function isNow(): boolean {
    untilMs ??= begin();
    return now() < untilMs;
  }

  async function wait(): Promise<void> {
    await new Promise<void>((resolve) => served.push(resolve));
    while (!isNow()) await new Promise<void>((resolve) => unserved.push(resolve));
  }

  return { take: () => (isNow() ? undefined : wait()) };
}
