// Changed reading positions, sent a few at a time with the position at the time of sending.
import type { ServerEvent } from './event.ts';

const maxOfUser = 100;
/** Beyond this number, the user's clients load everything again. */
const maxWaitingOfUser = 1_000;

export class Positions {
  readonly #byUser = new Map<string, Map<string, boolean>>();

  add({ userId, bookIds, deleted }: { userId: string; bookIds: readonly string[]; deleted: boolean }): void {
    const books = this.#byUser.get(userId) ?? new Map<string, boolean>();
    this.#byUser.set(userId, books);
    for (const id of bookIds) books.set(id, deleted);
  }

  /** Returns the next events, at most `maxOfUser` per user. */
  take(): ServerEvent[] {
    return [...this.#byUser].flatMap(([userId, books]) => this.#takeOf(userId, books));
  }

  /** Whether events are left. */
  get hasMore(): boolean {
    return this.#byUser.size > 0;
  }

  #takeOf(userId: string, books: Map<string, boolean>): ServerEvent[] {
    if (books.size > maxWaitingOfUser) {
      this.#byUser.delete(userId);
      return [{ type: 'resync', payload: {}, audience: { kind: 'user', userId } }];
    }
    const next = [...books].slice(0, maxOfUser);
    for (const [bookId] of next) books.delete(bookId);
    if (books.size === 0) this.#byUser.delete(userId);
    return next.map(([bookId, isDeleted]) => ({
      type: isDeleted ? 'progress_deleted' : 'progress_updated',
      payload: { bookId },
      audience: { kind: 'progress', userId, bookId },
    }));
  }
}
