// Waiting as long as a delay says, or until the client goes away.
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after so many milliseconds; rejects when the signal aborts. Tests do not wait. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export const realWait: Wait = (ms, signal) => sleep(ms, undefined, { signal });
