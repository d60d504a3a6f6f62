// Changed reading positions, sent a few at a time with the position at the time of sending.
import type { ServerEvent } from './event.ts';

interface PositionsChange {
  userId: string;
  bookIds: readonly string[];
  deleted: boolean;
}

export interface Positions {
  add(change: PositionsChange): void;
  /** Returns the next events, at most `maxOfUser` per user. */
  take(): ServerEvent[];
  /** Whether events are left. */
  readonly hasMore: boolean;
}

const maxOfUser = 100;
/** Beyond this number, the user's clients load everything again. */
const maxWaitingOfUser = 1_000;

export function createPositions(): Positions {
  const byUser = new Map<string, Map<string, boolean>>();

  function takeOf(userId: string, books: Map<string, boolean>): ServerEvent[] {
    if (books.size > maxWaitingOfUser) {
      byUser.delete(userId);
      return [{ type: 'resync', payload: {}, audience: { kind: 'user', userId } }];
    }
    const next = [...books].slice(0, maxOfUser);
    for (const [bookId] of next) books.delete(bookId);
    if (books.size === 0) byUser.delete(userId);
    return next.map(([bookId, isDeleted]) => ({
      type: isDeleted ? 'progress_deleted' : 'progress_updated',
      payload: { bookId },
      audience: { kind: 'progress', userId, bookId },
    }));
  }

  return {
    add({ userId, bookIds, deleted }) {
      const books = byUser.get(userId) ?? new Map<string, boolean>();
      byUser.set(userId, books);
      for (const id of bookIds) books.set(id, deleted);
    },
    take: () => [...byUser].flatMap(([userId, books]) => takeOf(userId, books)),
    get hasMore() {
      return byUser.size > 0;
    },
  };
}
