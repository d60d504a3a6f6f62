// Marks database queries of tasks.
import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<true>();

/** All queries that `work` runs, directly or indirectly, count as background work. */
export const inBackground = <T>(work: () => T): T => running.run(true, work);

export const isInBackground = (): boolean => running.getStore() === true;
