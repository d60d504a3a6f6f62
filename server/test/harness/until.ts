// Waits for asynchronous results with a timeout that suits a busy machine. The library's default is one second.
import { vi } from 'vitest';

/** Waits until the check returns a truthy value. Fails after 20 seconds. */
export const until = <T>(check: () => T | Promise<T>) =>
  vi.waitUntil(check, { timeout: 20_000, interval: 20 });
