// Whether the code that asks the database belongs to a task.
import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<true>();

/** What `work` calls and awaits is background work, wherever it asks the database. */
export const inBackground = <T>(work: () => T): T => running.run(true, work);

export const isInBackground = (): boolean => running.getStore() === true;
