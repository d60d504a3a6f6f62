// When to retry pending changes. No browser.

/** Retry interval, as no event tells when the server is back. */
const retryMs = 15_000;

interface RetryDeps {
  /** Sends what can be sent now. */
  send(): Promise<void>;
  hasPending(): boolean;
}

/** One replay at a time. A call during a replay runs it once more, as the network may be back by then. */
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
