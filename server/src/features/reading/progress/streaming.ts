// Derives progress from page requests of clients that report none (OPDS page streaming). One request means little:
// clients fetch ahead, and fetch covers in the same way. Only pages that are requested one after the other count.
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';

/** One client reading one book. */
export interface Run {
  /** The page fetched last, counted from 1. */
  page: number;
  atMs: number;
  /** Pages that the client fetches ahead of the one that it shows. */
  ahead: number;
  /** Nothing was turned yet: what is fetched at once is fetched ahead. */
  isOpening: boolean;
}

/** Nobody reads a page faster than this; who fetches ahead is faster. */
const burstMs = 1_500;
const maxReadAhead = 2;
const maxRuns = 10_000;
const forgottenAfterMs = 6 * 3_600_000;

/**
 * The run after a page was fetched, and the page that is read now, if that is known. Two pages fetched at once with the
 * first are fetched ahead, and so will be every later one. A page that is not the next begins another run.
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
  /** From 1. */
  page: number;
}

/** Follows the runs of all clients. Returns the page that is read now; undefined when nothing can be said. */
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
