// Places that the server was not told of yet: one for each book of an account, and what to do with it once the server
// can be asked. No browser.
import type { HistoryEntry } from '@lectern/contract/progress';
import { isSamePlace, type Known, type Place, toPlace } from './place.ts';

export interface Unsent {
  userId: string;
  bookId: string;
  place: Place;
  /** When it was read, RFC 3339, by the clock of this device. */
  readAt: string;
  /** `updatedAt` of the place on the server that was known when this one was read; null while there was none. */
  base: string | null;
}

/** The newest reading counts; what it began from is what the first unsent one began from. */
export const mergeUnsent = (before: Unsent | undefined, next: Unsent): Unsent =>
  before ? { ...(before.readAt > next.readAt ? before : next), base: before.base } : next;

export type Verdict = 'send' | 'known' | 'ask';

/**
 * What an unsent place means now. `send`: nobody else went on meanwhile. `known`: the server is there already. `ask`:
 * both this device and another one went on, to different places.
 */
export function judge({ place, base }: Pick<Unsent, 'place' | 'base'>, known: Known | undefined): Verdict {
  if (!known) return 'send';
  if (isSamePlace(place, toPlace(known)) && (!place.completed || known.completed)) return 'known';
  return known.updatedAt === base ? 'send' : 'ask';
}

/** Whether it did arrive, although nobody stayed to hear the answer: then going on elsewhere was no conflict. */
export const wasReceived = (
  { place }: Pick<Unsent, 'place'>,
  deviceId: string,
  history: readonly HistoryEntry[],
): boolean =>
  history.some(
    (entry) =>
      entry.deviceId === deviceId && isSamePlace(place, toPlace({ ...entry, updatedAt: entry.readAt })),
  );

/** What cannot be sent now may be sent later, unless the server will never take it (gone, forbidden, no such place). */
export const isLasting = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
