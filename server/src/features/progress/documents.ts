// What is shown of readings: the Readium progression document and entries of the history. Pure.
import type { HistoryEntry, Locator, Progression } from '@lectern/contract/progress';
import { toTime } from '#kernel/clock.ts';
import type { ReadHistoryTable } from '#schema/tables/history.ts';
import type { ReadProgressTable } from '#schema/tables/progress.ts';
import { findSpot, type Located, toLocatorAt } from './locate.ts';

/** `entry` is the last reading. The locator is never empty: one is made of the page where a reader gave none. */
export const toProgression = (
  row: ReadProgressTable,
  entry: ReadHistoryTable | undefined,
  book: Located,
): Progression => ({
  modified: toTime(row.updatedAt),
  device: { id: entry?.deviceId ?? 'lectern', name: entry?.deviceName ?? entry?.deviceId ?? 'Lectern' },
  locator: toLocator(row, book),
});

/** The reader's own locator with what it leaves out, as long as it is one of this book. */
function toLocator(row: ReadProgressTable, book: Located): Locator {
  const made = toMadeLocator(row, book);
  const own: Locator | undefined = row.locator === null ? undefined : JSON.parse(row.locator);
  if (!own || own.href === '' || !findSpot(own, book).isOfBook) return made;
  const said = Object.fromEntries(Object.entries(own.locations ?? {}).filter(([, value]) => value !== null));
  const { progression: _, ...wholeBook } = made.locations ?? {};
  return {
    ...(made.href === own.href ? made : {}),
    ...own,
    locations: { ...(made.href === own.href ? made.locations : wholeBook), ...said },
  };
}

function toMadeLocator({ currentPage, percentage, completed }: ReadProgressTable, book: Located): Locator {
  const known = toLocatorAt(currentPage, book) ?? {
    href: `pages/${currentPage}`,
    type: 'image/jpeg',
    locations: {
      position: currentPage,
      ...(percentage !== null && { totalProgression: percentage }),
    },
  };
  // Who puts back what they got must not lose the end of the book.
  const isAll = completed === 1 && percentage === 1;
  return { ...known, locations: { ...known.locations, ...(isAll && { totalProgression: 1 }) } };
}

export const toHistoryEntry = (row: ReadHistoryTable): HistoryEntry => ({
  id: row.id,
  currentPage: row.page,
  progressPercentage: row.percentage,
  completed: row.completed === 1,
  locator: row.locator === null ? null : JSON.parse(row.locator),
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  readAt: toTime(row.readAt),
  recordedAt: toTime(row.recordedAt),
});
