// Rejects pages that repeatedly crash a worker process: after the second crash, until their file is read again or the
// server restarts.
import type { Problem } from '#infrastructure/errors.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { WorkerLost } from '#infrastructure/workers/protocol.ts';

const maxCrashes = 2;
const maxPages = 10_000;

export interface CrashingPages {
  /**
   * Runs `work` on a page. Throws the last error for a rejected page. `page` identifies the bytes and the kind of work,
   * independent of the requested size.
   */
  guard<T>(which: { bookId: string; page: string }, work: () => Promise<T>): Promise<T>;
  /** Call after books were read again, because their pages may have changed. */
  forget(bookIds: readonly string[]): void;
}

export function createCrashingPages(): CrashingPages {
  const crashes = createRecent<{ count: number; last: unknown }>(maxPages);
  const harmless = createRecent<true>(maxPages);
  const lastOf = new Map<string, Promise<unknown>>();

  async function attempt<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = crashes.get(key);
    if (known && known.count >= maxCrashes) throw known.last;
    try {
      const made = await work();
      harmless.set(key, true);
      return made;
    } catch (error) {
      if (isCrash(error)) {
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
      // Runs sequentially until the page is known to be harmless: concurrent requests would each crash a process.
      return harmless.has(key) ? attempt(key, work) : afterOthers(key, () => attempt(key, work));
    },
    forget(bookIds) {
      if (crashes.size === 0) return;
      for (const key of [...crashes.keys()])
        if (bookIds.some((id) => key.startsWith(`${id}/`))) crashes.delete(key);
    },
  };
}

/** Checks the error, or the cause of a problem. */
function isCrash(error: unknown): boolean {
  const cause = error instanceof WorkerLost ? error : (error as Problem | undefined)?.cause;
  return cause instanceof WorkerLost && cause.reason !== 'closed';
}
