// Places that the server was not told of yet: one for each book of an account, and what to do with it once the server
// can be asked. No browser.
import type { HistoryEntry } from '@lectern/contract/progress';
import { isSamePosition, type Known, type Place, toPlace } from './position.ts';

export interface Unsent {
  userId: string;
  bookId: string;
  place: Place;
  /** When it was read, RFC 3339, by the clock of this device. */
  readAt: string;
  /** `updatedAt` of the place on the server that was known when this one was read; null while there was none. */
  base: string | null;
}

/** What was seen last counts, whatever the clock says; what it began from is what the first unsent one began from. */
export const mergeUnsent = (before: Unsent | undefined, next: Unsent): Unsent =>
  before ? { ...next, base: before.base } : next;

export type Verdict = 'send' | 'known' | 'ask';

/**
 * What an unsent place means now. `send`: nobody else went on meanwhile. `known`: the server is there already. `ask`:
 * both this device and another one went on, to different places.
 */
export function judge({ place, base }: Pick<Unsent, 'place' | 'base'>, known: Known | undefined): Verdict {
  if (!known) return 'send';
  if (isSamePosition(place, toPlace(known)) && (!place.completed || known.completed)) return 'known';
  return known.updatedAt === base ? 'send' : 'ask';
}

/**
 * The same once it is known who told the server what, the newest first. As long as this device was the last to tell,
 * nobody else went on: what it saw last counts, also where it had been there before. Else it may have arrived although
 * nobody stayed to hear the answer: then going on elsewhere was no conflict.
 */
export function judgeByHistory(
  { place, base }: Pick<Unsent, 'place' | 'base'>,
  deviceId: string,
  history: readonly HistoryEntry[],
): Verdict {
  if (history[0]?.deviceId === deviceId) return 'send';
  // Both times are the server's.
  const wasReceived = history.some(
    (entry) =>
      entry.deviceId === deviceId &&
      (base === null || entry.readAt > base) &&
      isSamePosition(place, toPlace({ ...entry, updatedAt: entry.readAt })),
  );
  return wasReceived ? 'known' : 'ask';
}

/** What cannot be sent now may be sent later, unless the server will never take it (gone, forbidden, no such place). */
export const isLasting = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
