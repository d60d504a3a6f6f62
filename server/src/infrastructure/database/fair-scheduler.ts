// Who may ask the embedded database in this turn of the event loop. Its statements are answered at once, and waiting for
// what is there already lets nobody else in: a hundred statements one after the other would hold up every request.

/** So long statements are run one after the other before others get their turn. */
const defaultMs = 8;

export interface FairScheduler {
  /** To be waited for before a statement is run, unless undefined: then it is one's turn. */
  take(): Promise<void> | undefined;
}

/** Those who wait go on in the order in which they came; who had some of this turn goes on after who had none. */
export function createFairScheduler({
  maxMs = defaultMs,
  now = () => performance.now(),
} = {}): FairScheduler {
  /** Undefined until somebody asks in this turn of the loop. */
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
