// Names of the database and the caches, shared by the page and its service worker. `base` is the path of the client,
// such as `/` or `/shelf/`, so that two servers on one host stay apart.

export const toDatabaseName = (base: string): string => `lectern-offline ${base}`;

/** One cache for each account. */
export const toCacheName = (base: string, userId: string): string => `lectern-kept ${base} ${userId}`;

/** Messages of the page to its service worker. */
export type Message =
  /** The set of downloaded books has changed. */
  | { type: 'kept-changed' }
  /** The readers have to be cached. */
  | { type: 'keep-readers' }
  /** The new version may take over; the page is about to reload. */
  | { type: 'take-over' };
