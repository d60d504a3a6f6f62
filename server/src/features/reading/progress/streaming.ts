// Derives progress from page requests of clients that do not report it (OPDS page streaming). A single request is not
// significant: clients prefetch pages and fetch covers the same way. Only consecutively requested pages count.
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** One client reading one book. */
export interface Run {
  /** Last fetched page, one-based. */
  page: number;
  atMs: number;
  /** Number of pages that the client prefetches beyond the page it shows. */
  ahead: number;
  /** No page was turned yet: pages fetched immediately are prefetched. */
  isOpening: boolean;
}

/** Shorter than the time a user spends on a page, longer than the interval between prefetches. */
const burstMs = 1_500;
const maxReadAhead = 2;
const maxRuns = 10_000;
const forgottenAfterMs = 6 * 3_600_000;

/**
 * Returns the run after a page was fetched, and the page being read, if known. Up to two pages fetched immediately
 * after the first are prefetched; the client then keeps this distance. A page that is not the next one starts a new
 * run.
 */
export function fetchPage(run: Run | undefined, page: number, atMs: number): { run: Run; read?: number } {
  if (run && page <= run.page && page >= run.page - run.ahead) return { run };
  if (run?.page !== page - 1) return { run: { page, atMs, ahead: 0, isOpening: true } };
  const isAhead = run.isOpening && run.ahead < maxReadAhead && atMs - run.atMs < burstMs;
  if (isAhead) return { run: { page, atMs, ahead: run.ahead + 1, isOpening: true } };
  return { run: { ...run, page, atMs, isOpening: false }, read: page - run.ahead };
}

export interface Fetched {
  userId: string;
  bookId: string;
  /** Identifies one client program of a user. */
  client: string;
  /** One-based. */
  page: number;
}

/** Tracks the runs of all clients. Returns the page being read; undefined if unknown. */
export function createRuns(clock: Clock): (fetched: Fetched) => number | undefined {
  const runs = createRecent<Run>(maxRuns);
  return ({ userId, bookId, client, page }) => {
    const key = JSON.stringify([userId, bookId, client]);
    const atMs = clock();
    const before = runs.get(key);
    const isFresh = before !== undefined && atMs - before.atMs < forgottenAfterMs;
    const { run, read } = fetchPage(isFresh ? before : undefined, page, atMs);
    runs.set(key, run);
    return read;
  };
}
