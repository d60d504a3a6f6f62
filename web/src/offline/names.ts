// Names of the database and the caches, shared by the page and its service worker. `base` is the path of the client, such as
// `/` or `/shelf/`, so that two servers on one host stay separate.

export const toDatabaseName = (base: string): string => `lectern-offline ${base}`;

/** One cache per account. */
export const toCacheName = (base: string, userId: string): string => `lectern-kept ${base} ${userId}`;

/** Messages from the page to its service worker. */
export type Message =
  /** The set of downloaded books has changed. */
  | { type: 'kept-changed' }
  /** The readers must be cached. */
  | { type: 'keep-readers' }
  /** The new version may activate, because the page is about to reload. */
  | { type: 'take-over' };
