// Waiting for what comes by itself: as long as a busy machine needs, where the library's own default is a second.
import { vi } from 'vitest';

/** Waits until the check says yes; fails after 20 seconds. */
export const until = <T>(check: () => T | Promise<T>) =>
  vi.waitUntil(check, { timeout: 20_000, interval: 20 });
