// Merges concurrent calls without returning a result that is older than the call.

/** Each caller gets a run of `work` that starts after the call. Callers during a run share the next one. */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  function begin(): Promise<T> {
    next = undefined;
    const mine = work();
    last = mine;
    return mine;
  }
  return () => {
    next ??= last.then(begin, begin);
    return next;
  };
}
