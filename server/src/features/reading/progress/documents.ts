// Converts progress to the Readium progression document and to history entries. Pure.
import type { HistoryEntry, Locator, Progression } from '@lectern/contract/reading/progress';
import { type Addresses, relativeAddresses } from '@lectern/formats/positions';
import { toTime } from '#infrastructure/clock.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { findSpot, type Located, readdress, toLocatorAt, toLocatorAtShare } from '../locators/index.ts';

/**
 * `entry` is the last reading. The locator is never empty: without one from the reader, it is computed from the page.
 * With `addresses`, hrefs are rewritten to these.
 */
export const toProgression = (
  row: ReadProgressTable,
  { entry, book, addresses }: { entry: ReadHistoryTable | undefined; book: Located; addresses?: Addresses },
): Progression => ({
  modified: toTime(row.updatedAt),
  device: { id: entry?.deviceId ?? 'lectern', name: entry?.deviceName ?? entry?.deviceId ?? 'Lectern' },
  locator: toLocator(row, book, addresses),
});

/** The reader's locator, completed, if it belongs to this book. */
export function toLocator(row: ReadProgressTable, book: Located, addresses?: Addresses): Locator {
  const made = toMadeLocator(row, book, addresses);
  const stated: Locator | undefined = row.locator === null ? undefined : JSON.parse(row.locator);
  if (!stated || stated.href === '' || !findSpot(stated, book).isOfBook) return made;
  const own = addresses ? readdress(stated, book, addresses) : stated;
  const known = Object.fromEntries(Object.entries(own.locations ?? {}).filter(([, value]) => value !== null));
  const { progression: _, ...wholeBook } = made.locations ?? {};
  return {
    ...(made.href === own.href ? made : {}),
    ...own,
    locations: { ...(made.href === own.href ? made.locations : wholeBook), ...known },
  };
}

function toMadeLocator(
  { currentPage, percentage, completed }: ReadProgressTable,
  book: Located,
  addresses: Addresses = relativeAddresses,
): Locator {
  // A fraction equal to the end of the page was computed from the page.
  const isOfPage = percentage === null || Math.abs(percentage * book.pageCount - currentPage) < 1e-6;
  const known = (isOfPage ? undefined : toLocatorAtShare(percentage, book, addresses)) ??
    toLocatorAt(currentPage, book, addresses) ?? {
      href: `${addresses.pages}${currentPage}`,
      type: 'image/jpeg',
      locations: {
        position: currentPage,
        ...(percentage !== null && { totalProgression: percentage }),
      },
    };
  // A client that writes back this document must not lose the completion.
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
