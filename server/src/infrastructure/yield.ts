// Long loops that let others have the event loop: hundreds of thousands of rows take a second that nobody should wait.
import { setImmediate as pause } from 'node:timers/promises';

const defaultMs = 8;

/** To be waited for now and then, at least every few hundred rows: gives others their turn when this has had so long. */
export function createYielder({
  maxMs = defaultMs,
  now = () => performance.now(),
} = {}): () => Promise<void> {
  let untilMs = now() + maxMs;
  return async () => {
    if (now() < untilMs) return;
    await pause();
    untilMs = now() + maxMs;
  };
}
