// Adds a reading to the history: as an entry of its own, or as a step of an entry that exists.
import type { Tx } from '#infrastructure/database/dialect.ts';
import type { ReadHistoryTable } from '#schema/tables/history.ts';
import type { Which } from './store.ts';
import * as history from './store.ts';

/** Steps forward on one device within this time are one entry of the history. */
const oneReadingMs = 10 * 60 * 1_000;

/** Idempotent and order-independent. */
export async function recordHistory(tx: Tx, entry: ReadHistoryTable): Promise<void> {
  // Nothing is known of later than now.
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

/** By the device's own clock where that was ahead: what it sent at once was not read at once. */
const gapBetween = (first: ReadHistoryTable, second: ReadHistoryTable): number =>
  first.claimedAt !== null && second.claimedAt !== null
    ? second.claimedAt - first.claimedAt - lengthOf(second)
    : beginOf(second) - first.readAt;

const isSame = (a: ReadHistoryTable, b: ReadHistoryTable): boolean =>
  a.readAt === b.readAt && a.page === b.page && a.percentage === b.percentage && a.locator === b.locator;

/**
 * The end of a book is an entry of its own: by it books are counted that were finished again. So is what another state
 * of the clock tells: the entry says how far ahead that was.
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
 * When it was read. A time in the future counts as now; later reports of the same clock are measured against that one,
 * so that a reading that is reported again does not become a new one.
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
  // What was known may have been written while our own clock was ahead.
  return { readAt: Math.min(nowMs, known.readAt - (known.claimedAt - reportedMs)), claimedAt: reportedMs };
}
