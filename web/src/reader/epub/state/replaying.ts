// When to tell what waits to be told. No browser.

/** As long as nothing says that the server can be reached again: it may have been the server that was away. */
const againMs = 15_000;

interface Replaying {
  /** Tells what can be told now. */
  replay(): Promise<void>;
  isLeft(): boolean;
}

/** One replay at a time. Who asks while one runs may know that the network is back: it is run once more. */
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
