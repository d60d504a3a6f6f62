// Questions that many ask at once are asked once, without an answer that is older than the question.

/**
 * Each caller gets a run of `work` that begins after the call: those who call while one is running share the next.
 */
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
