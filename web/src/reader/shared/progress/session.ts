// A stretch of reading as it goes on: when it began, which pages were seen, when it was over. No browser.
import type { NewSession } from '@lectern/contract/reading-sessions';

/** Who shows no page for so long is not reading. */
export const idleMs = 5 * 60_000;
/** Opening a book and closing it again is no reading. */
const shortestMs = 5_000;

export interface ReadingSession {
  startedAtMs: number;
  lastAtMs: number;
  startPage?: number;
  endPage?: number;
  seen: ReadonlySet<number>;
}

/** Another page is shown, or the same again; `page` is undefined where there are none. */
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

/** Whether what comes now belongs to another stretch. */
export const isOver = ({ lastAtMs }: ReadingSession, nowMs: number): boolean => nowMs - lastAtMs > idleMs;

/** To be recorded, or undefined for what was too short. It ends with the last sign of life, but a page takes its time. */
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
