// Deduplicates concurrent work.

export interface SingleFlight {
  /** Joins the work in progress for `key`, or starts it. Failures reach all callers. */
  do<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Returns whether work for `key` is in progress. */
  has(key: string): boolean;
}

export function createSingleFlight(): SingleFlight {
  const flights = new Map<string, Promise<unknown>>();
  return {
    do<T>(key: string, work: () => Promise<T>): Promise<T> {
      const known = flights.get(key) as Promise<T> | undefined;
      if (known) return known;
      const flight = work().finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
    has: (key) => flights.has(key),
  };
}
