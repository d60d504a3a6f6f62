// Yields to the event loop in long loops: hundreds of thousands of rows would block it for a second.
import { setImmediate as pause } from 'node:timers/promises';

const defaultMs = 8;

/** Await it at least every few hundred rows. It yields to the event loop if the loop has run for this long. */
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
