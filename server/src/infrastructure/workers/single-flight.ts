// Deduplicates concurrent work.

export class SingleFlight {
  readonly #flights = new Map<string, Promise<unknown>>();

  /** Joins the work in progress for `key`, or starts it. Failures reach all callers. */
  do<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#flights.get(key) as Promise<T> | undefined;
    if (known) return known;
    const flight = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  /** Returns whether work for `key` is in progress. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }
}
