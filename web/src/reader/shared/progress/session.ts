// A running reading session: start, pages, end. Uses no browser API.
import type { NewSession } from '@lectern/contract/reading/reading-sessions';

/** Maximum time without a page turn before the session ends. */
export const idleMs = 5 * 60_000;
/** Reading begins with the second page, or after this time on the first. An earlier close leaves no trace. */
export const beginsAfterMs = 30_000;

export interface ReadingSession {
  startedAtMs: number;
  lastAtMs: number;
  startPage?: number;
  endPage?: number;
  seen: ReadonlySet<number>;
  hasTurned: boolean;
}

/** Records the pages of a screen. Empty for text. */
export function extend(
  session: ReadingSession | undefined,
  nowMs: number,
  pages: readonly number[],
): ReadingSession {
  const { startedAtMs = nowMs, startPage = pages[0], seen = new Set<number>() } = session ?? {};
  const endPage = pages.at(-1);
  const isNew = pages.length === 0 || pages.some((page) => !seen.has(page));
  return {
    startedAtMs,
    lastAtMs: nowMs,
    ...(startPage !== undefined && { startPage }),
    ...(endPage !== undefined && { endPage }),
    seen: new Set([...seen, ...pages]),
    hasTurned: session !== undefined && (session.hasTurned || isNew),
  };
}

/** Whether the next page starts a new session. */
export const isOver = ({ lastAtMs }: ReadingSession, nowMs: number): boolean => nowMs - lastAtMs > idleMs;

/** The session to record. Undefined if reading has not begun. The last page counts for at most `idleMs`. */
export function toSession(
  { startedAtMs, lastAtMs, startPage, endPage, seen, hasTurned }: ReadingSession,
  nowMs: number,
  rest: Pick<NewSession, 'id' | 'bookId' | 'deviceId' | 'deviceName'>,
): NewSession | undefined {
  const endedAtMs = Math.min(nowMs, lastAtMs + idleMs);
  if (endedAtMs - startedAtMs < beginsAfterMs && !hasTurned) return undefined;
  return {
    ...rest,
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(endedAtMs).toISOString(),
    pagesRead: seen.size,
    ...(startPage !== undefined && { startPage }),
    ...(endPage !== undefined && { endPage }),
  };
}
