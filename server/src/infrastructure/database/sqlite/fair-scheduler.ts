// Schedules access to the SQLite database within a turn of the event loop. Its statements are synchronous, and awaiting
// a resolved promise does not yield: a hundred consecutive statements would block every request.

/** Consecutive statements may run for this long before others get their turn. */
const defaultMs = 8;

/** Waiting callers continue in order. Callers that were served in this turn continue last. */
export class FairScheduler {
  readonly #now;
  readonly #maxMs: number;
  /** Undefined until the first request in this turn of the event loop. */
  #sinceMs: number | undefined;
  #unserved: (() => void)[] = [];
  #served: (() => void)[] = [];
  readonly #end = (): void => {
    this.#sinceMs = undefined;
    const next = [...this.#unserved, ...this.#served];
    this.#unserved = [];
    this.#served = [];
    for (const resume of next) resume();
  };

  constructor(deps: { maxMs?: number; now?: () => number } = {}) {
    this.#now = deps.now ?? (() => performance.now());
    this.#maxMs = deps.maxMs ?? defaultMs;
  }

  /**
   * Await the result before a statement is run, unless it is undefined: then the statement may run immediately.
   * `maxMs`: how long statements of this turn may have run before this one.
   */
  take(maxMs = this.#maxMs): Promise<void> | undefined {
    return this.#isNow(maxMs) ? undefined : this.#wait(maxMs);
  }

  #begin(): number {
    setImmediate(this.#end);
    return this.#now();
  }

  #isNow(maxMs: number): boolean {
    this.#sinceMs ??= this.#begin();
    return this.#now() < this.#sinceMs + maxMs;
  }

  async #wait(maxMs: number): Promise<void> {
    await new Promise<void>((resolve) => this.#served.push(resolve));
    while (!this.#isNow(maxMs)) await new Promise<void>((resolve) => this.#unserved.push(resolve));
  }
}
