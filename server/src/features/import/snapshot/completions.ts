// Completions of programs that count how often a book was read, but store only the last date.
import type { TheirCompletion, TheirReading } from './snapshot.ts';

/** A book is not finished more often. */
const maxCount = 1_000;

/**
 * Returns the completions before the last one. Their times are unknown: they are at the start of the first reading, a
 * millisecond apart, and not counted by statistics.
 */
export function toEarlierCompletions(
  { userId, bookId, readAtMs, startedAtMs = readAtMs }: TheirReading,
  count: number,
): TheirCompletion[] {
  const earlier = Math.max(0, Math.min(Math.trunc(count) - 1, maxCount));
  const first = Math.min(startedAtMs, readAtMs - earlier);
  return Array.from({ length: earlier }, (_, i) => ({
    userId,
    bookId,
    finishedAtMs: first + i,
    startedAtMs: undefined,
    isUndated: true,
  }));
}
