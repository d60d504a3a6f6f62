// Pages that cost a worker process each time somebody looks at them: after the second they are set aside, until their
// file is read again or the server starts anew.
import type { Problem } from '#infrastructure/errors.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { WorkerLost } from '#infrastructure/workers/protocol.ts';

const maxCrashes = 2;
/** Pages that are remembered. */
const max = 10_000;

export interface CrashingPages {
  /**
   * Runs `work` on a page of a book, unless it was set aside: then throws what it threw last. `page` is the same for the
   * same bytes and kind of work, whatever the size that is asked for.
   */
  guard<T>(which: { bookId: string; page: string }, work: () => Promise<T>): Promise<T>;
  /** The books were read again: their pages may be others. */
  forget(bookIds: readonly string[]): void;
}

export function createCrashingPages(): CrashingPages {
  const crashes = createRecent<{ count: number; last: unknown }>(max);
  const harmless = createRecent<true>(max);
  const lastOf = new Map<string, Promise<unknown>>();

  async function attempt<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = crashes.get(key);
    if (known && known.count >= maxCrashes) throw known.last;
    try {
      const made = await work();
      harmless.set(key, true);
      return made;
    } catch (error) {
      if (hasKilled(error)) {
        crashes.set(key, { count: (crashes.get(key)?.count ?? 0) + 1, last: error });
        harmless.delete(key);
      }
      throw error;
    }
  }

  async function afterOthers<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = lastOf.get(key);
    const mine = Promise.resolve(before)
      .catch(() => {})
      .then(work);
    lastOf.set(key, mine);
    try {
      return await mine;
    } finally {
      if (lastOf.get(key) === mine) lastOf.delete(key);
    }
  }

  return {
    guard({ bookId, page }, work) {
      const key = `${bookId}/${page}`;
      // Until it is known to be harmless, those who ask at the same time would each cost a process.
      return harmless.has(key) ? attempt(key, work) : afterOthers(key, () => attempt(key, work));
    },
    forget(bookIds) {
      if (crashes.size === 0) return;
      for (const key of [...crashes.keys()])
        if (bookIds.some((id) => key.startsWith(`${id}/`))) crashes.delete(key);
    },
  };
}

/** The fault itself, or what a problem was made of. */
function hasKilled(error: unknown): boolean {
  const cause = error instanceof WorkerLost ? error : (error as Problem | undefined)?.cause;
  return cause instanceof WorkerLost && cause.reason !== 'closed';
}
