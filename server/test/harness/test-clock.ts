// A clock that tests move forward for a while.

export function createTestClock() {
  let nowMs = Date.now();
  return {
    clock: () => nowMs,
    advance(ms: number): void {
      nowMs += ms;
    },
    /** Runs work after a time. The sessions of the test server are valid again afterwards. */
    async later<T>(ms: number, work: () => Promise<T>): Promise<T> {
      nowMs += ms;
      try {
        return await work();
      } finally {
        nowMs -= ms;
      }
    },
  };
}
