// Unsent positions, one per account and book, and the decision whether to send them. Uses no browser API.
import type { HistoryEntry } from '@lectern/contract/reading/progress';
import { isSamePosition, type Position, type StoredPosition, toPosition } from './position.ts';

export interface UnsentPosition {
  userId: string;
  bookId: string;
  place: Position;
  /** Time of reading by this device's clock, RFC 3339. */
  readAt: string;
  /** `updatedAt` of the server position that this one is based on. Null if there was none. */
  base: string | null;
}

/** The last position wins regardless of the clock. It keeps the base of the first unsent one. */
export const mergeUnsent = (before: UnsentPosition | undefined, next: UnsentPosition): UnsentPosition =>
  before ? { ...next, base: before.base } : next;

export type Verdict = 'send' | 'known' | 'ask';

/**
 * Decision for an unsent position. `send`: no other device has changed the position since. `known`: the server already has
 * it. `ask`: this device and another one moved to different positions.
 */
export function judge(
  { place, base }: Pick<UnsentPosition, 'place' | 'base'>,
  known: StoredPosition | undefined,
): Verdict {
  if (!known) return 'send';
  if (isSamePosition(place, toPosition(known)) && (!place.completed || known.completed)) return 'known';
  return known.updatedAt === base ? 'send' : 'ask';
}

/**
 * Decides with the history of the book, newest first. If its newest entry is from this device, no other device has moved on:
 * `send`. If this position is in the history, the server received it although the answer was lost: `known`.
 */
export function judgeByHistory(
  { place, base }: Pick<UnsentPosition, 'place' | 'base'>,
  deviceId: string,
  history: readonly HistoryEntry[],
): Verdict {
  if (history[0]?.deviceId === deviceId) return 'send';
  // Both times are from the server's clock.
  const wasReceived = history.some(
    (entry) =>
      entry.deviceId === deviceId &&
      (base === null || entry.readAt > base) &&
      isSamePosition(place, toPosition({ ...entry, updatedAt: entry.readAt })),
  );
  return wasReceived ? 'known' : 'ask';
}

/** Whether the server will never accept the request, for example for a deleted or hidden book or an invalid position. */
export const isPermanentFailure = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
