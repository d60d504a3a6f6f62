// Decides when to retry pending changes. Uses no browser API.

/** Retry interval in milliseconds. No event signals that the server is reachable again. */
const retryMs = 15_000;

interface RetryDeps {
  /** Sends the pending changes. */
  send(): Promise<void>;
  hasPending(): boolean;
}

/** Runs one replay at a time. A call during a replay runs it once more, because the network may be back by then. */
export function createRetry({ send, hasPending }: RetryDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      isRequestedAgain = false;
      await send();
    } while (isRequestedAgain && hasPending());
    if (hasPending()) timer = setTimeout(() => void start(), retryMs);
  }

  function start(): Promise<void> {
    if (running) isRequestedAgain = true;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }
  return start;
}
