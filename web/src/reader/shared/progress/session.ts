// A running reading session: start, pages, end. Uses no browser API.
import type { NewSession } from '@lectern/contract/reading/reading-sessions';

/** Maximum time without a page turn before the session ends. */
export const idleMs = 5 * 60_000;
/** Shorter sessions without a page turn are not recorded. */
const shortestMs = 5_000;

export interface ReadingSession {
  startedAtMs: number;
  lastAtMs: number;
  startPage?: number;
  endPage?: number;
  seen: ReadonlySet<number>;
}

/** Records a shown page. `page` is undefined for text. */
export function extend(
  session: ReadingSession | undefined,
  nowMs: number,
  page: number | undefined,
): ReadingSession {
  const { startedAtMs = nowMs, startPage = page, seen = new Set<number>() } = session ?? {};
  return {
    startedAtMs,
    lastAtMs: nowMs,
    ...(startPage !== undefined && { startPage }),
    ...(page !== undefined && { endPage: page }),
    seen: page === undefined || seen.has(page) ? seen : new Set([...seen, page]),
  };
}

/** Whether the next page starts a new session. */
export const isOver = ({ lastAtMs }: ReadingSession, nowMs: number): boolean => nowMs - lastAtMs > idleMs;

/** The session to record. Undefined if it was too short. The last page counts for at most `idleMs`. */
export function toSession(
  { startedAtMs, lastAtMs, startPage, endPage, seen }: ReadingSession,
  nowMs: number,
  rest: Pick<NewSession, 'id' | 'bookId' | 'deviceId' | 'deviceName'>,
): NewSession | undefined {
  const endedAtMs = Math.min(nowMs, lastAtMs + idleMs);
  if (endedAtMs - startedAtMs < shortestMs && seen.size < 2) return undefined;
  return {
    ...rest,
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(endedAtMs).toISOString(),
    pagesRead: seen.size,
    ...(startPage !== undefined && { startPage }),
    ...(endPage !== undefined && { endPage }),
  };
}
