// When to retry pending changes. No browser.

/** Retry interval, as no event tells when the server is back. */
const againMs = 15_000;

interface Replaying {
  /** Sends what can be sent now. */
  replay(): Promise<void>;
  isLeft(): boolean;
}

/** One replay at a time. A call during a replay runs it once more, as the network may be back by then. */
export function createReplaying({ replay, isLeft }: Replaying): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      isAskedAgain = false;
      await replay();
    } while (isAskedAgain && isLeft());
    if (isLeft()) timer = setTimeout(() => void start(), againMs);
  }

  function start(): Promise<void> {
    if (running) isAskedAgain = true;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }
  return start;
}
