// Rejects pages that repeatedly crash a worker process: after the second crash, until their file is read again or the
// server restarts.
import type { Problem } from '#infrastructure/errors.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import { WorkerLost } from '#infrastructure/workers/protocol.ts';

const maxCrashes = 2;
const maxPages = 10_000;

export class CrashingPages {
  readonly #crashes = createRecent<{ count: number; last: unknown }>(maxPages);
  readonly #harmless = createRecent<true>(maxPages);
  readonly #lastOf = new Map<string, Promise<unknown>>();

  /**
   * Runs `work` on a page. Throws the last error for a rejected page. `page` identifies the bytes and the kind of work,
   * independent of the requested size.
   */
  guard<T>({ bookId, page }: { bookId: string; page: string }, work: () => Promise<T>): Promise<T> {
    const key = `${bookId}/${page}`;
    // Runs sequentially until the page is known to be harmless: concurrent requests would each crash a process.
    return this.#harmless.has(key)
      ? this.#attempt(key, work)
      : this.#afterOthers(key, () => this.#attempt(key, work));
  }

  /** Call after books were read again, because their pages may have changed. */
  forget(bookIds: readonly string[]): void {
    if (this.#crashes.size === 0) return;
    for (const key of [...this.#crashes.keys()])
      if (bookIds.some((id) => key.startsWith(`${id}/`))) this.#crashes.delete(key);
  }

  async #attempt<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#crashes.get(key);
    if (known && known.count >= maxCrashes) throw known.last;
    try {
      const made = await work();
      this.#harmless.set(key, true);
      return made;
    } catch (error) {
      if (isCrash(error)) {
        this.#crashes.set(key, { count: (this.#crashes.get(key)?.count ?? 0) + 1, last: error });
        this.#harmless.delete(key);
      }
      throw error;
    }
  }

  async #afterOthers<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lastOf.get(key);
    const mine = Promise.resolve(before)
      .catch(() => {})
      .then(work);
    this.#lastOf.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#lastOf.get(key) === mine) this.#lastOf.delete(key);
    }
  }
}

/** Checks the error, or the cause of a problem. */
function isCrash(error: unknown): boolean {
  const cause = error instanceof WorkerLost ? error : (error as Problem | undefined)?.cause;
  return cause instanceof WorkerLost && cause.reason !== 'closed';
}
