// Where kept books lie in this browser: names that the page and its service worker both know. `base` is the path of the
// client, such as `/` or `/shelf/`: two libraries on one host have nothing in common.

export const toDatabaseName = (base: string): string => `lectern-offline ${base}`;

/** One cache an account: what one keeps is never another's. */
export const toCacheName = (base: string, userId: string): string => `lectern-kept ${base} ${userId}`;

/** What the page says to its service worker. */
export type Message =
  /** Another set of books is kept. */
  | { type: 'kept-changed' }
  /** The readers are to be there without a network. */
  | { type: 'keep-readers' }
  /** The new version may take over: the page is about to be loaded anew. */
  | { type: 'take-over' };
