// Adds a reading to the history: as a new entry, or by extending an existing one.
import type { Tx } from '#infrastructure/database/dialect.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';
import type { Which } from './store.ts';
import * as history from './store.ts';

/** Forward steps on one device within this time are one entry of the history. */
const oneReadingMs = 10 * 60 * 1_000;

/** Idempotent and order-independent. */
export async function recordHistory(tx: Tx, entry: ReadHistoryTable): Promise<void> {
  // No entry can be later than now.
  const isNow = entry.readAt === entry.recordedAt;
  const after = isNow ? undefined : await history.findAfter(tx, entry);
  if (after && isOneSpan(entry, after)) {
    const isEarlier = entry.readAt < beginOf(after);
    return isEarlier ? history.update(tx, after.id, { beganAt: entry.readAt }) : undefined;
  }
  const before = await history.findBefore(tx, entry);
  if (!before || !isOneSpan(before, entry)) return history.add(tx, entry);
  if (isSame(before, entry)) return;
  const { id: _, ...change } = entry;
  const beganAt = entry.readAt - gapBetween(before, entry) - lengthOf(before);
  return history.update(tx, before.id, { ...change, beganAt });
}

const beginOf = ({ beganAt, readAt }: ReadHistoryTable): number => beganAt ?? readAt;

const lengthOf = (entry: ReadHistoryTable): number => entry.readAt - beginOf(entry);

/** Uses the device's clock if it was ahead: readings sent together were not made at the same time. */
const gapBetween = (first: ReadHistoryTable, second: ReadHistoryTable): number =>
  first.claimedAt !== null && second.claimedAt !== null
    ? second.claimedAt - first.claimedAt - lengthOf(second)
    : beginOf(second) - first.readAt;

const isSame = (a: ReadHistoryTable, b: ReadHistoryTable): boolean =>
  a.readAt === b.readAt && a.page === b.page && a.percentage === b.percentage && a.locator === b.locator;

/**
 * Finishing a book is a separate entry, because repeated finishes are counted. A change of the clock state also starts
 * a new entry, which records how far ahead the clock was.
 */
const isOneSpan = (first: ReadHistoryTable, second: ReadHistoryTable): boolean =>
  first.percentage !== 0 &&
  gapBetween(first, second) < oneReadingMs &&
  second.page >= first.page &&
  second.completed === first.completed &&
  second.marked === first.marked &&
  (second.claimedAt === null) === (first.claimedAt === null) &&
  (second.percentage ?? 0) >= (first.percentage ?? 0);

interface RecordedReading extends Which {
  deviceId: string | null;
  /** The time that the device reported; undefined for now. */
  reportedMs: number | undefined;
  nowMs: number;
}

/**
 * Time of the reading. A time in the future counts as now. Later reports of the same clock are measured against that
 * one, so that a repeated report does not become a new reading.
 */
export async function toReadingTime(
  tx: Tx,
  { reportedMs, nowMs, ...which }: RecordedReading,
): Promise<{ readAt: number; claimedAt: number | null }> {
  if (reportedMs === undefined || reportedMs <= nowMs)
    return { readAt: reportedMs ?? nowMs, claimedAt: null };
  const known = await history.findClaim(tx, { ...which, claimedAt: reportedMs });
  if (known?.claimedAt === undefined || known.claimedAt === null)
    return { readAt: nowMs, claimedAt: reportedMs };
  // The known time may have been written while the server's clock was ahead.
  return { readAt: Math.min(nowMs, known.readAt - (known.claimedAt - reportedMs)), claimedAt: reportedMs };
}
