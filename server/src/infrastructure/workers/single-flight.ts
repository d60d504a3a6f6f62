// Concurrent requests for the same thing do the work once.

export interface SingleFlight {
  /** Joins the work that is under way for `key`, or begins it. Failures reach everyone who joined. */
  do<T>(key: string, work: () => Promise<T>): Promise<T>;
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
  };
}
