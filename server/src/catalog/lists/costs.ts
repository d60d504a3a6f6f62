// Estimated costs of reading a list, in microseconds as measured (docs/decisions/0005-filtered-lists.md).
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import type { AccessPath } from '../conditions/sets.ts';
import type { Listing, Window } from './listing.ts';

/** Reading a row because no index covers the condition. */
const scannedRowUs = 1.5;
/** Counting a row in the index of a set. */
const countedRowUs = 0.1;
/** Queries above this estimate run on a reader thread, where they do not block other requests. */
const maxInlineUs = 15_000;

export interface Plan {
  path: AccessPath;
  isLong: boolean;
}

/** Chooses the cheaper access path: gather and sort the rows of a set, or walk the order until the page is full. */
export function planPage(
  listing: Listing,
  total: number,
  { limit, offset }: Window,
  { gatheredRowUs, stepUs, lookupUs }: DatabaseDialect['listCosts'],
): Plan {
  const { condition, orderedRows } = listing;
  if (!condition) return { path: 'walk', isLong: isScan(listing) };
  const gatherUs = total * gatheredRowUs;
  const steps = orderedRows === undefined ? Infinity : ((offset + limit) * orderedRows) / Math.max(1, total);
  const walkUs = steps * (stepUs + condition.lookups * lookupUs);
  const isLong = Math.min(gatherUs, walkUs) > maxInlineUs || isScan(listing);
  return { path: walkUs < gatherUs ? 'walk' : 'gather', isLong };
}

/** Whether counting is slow, either in the index of a set or by reading every row. */
export const isLongCount = (listing: Listing): boolean =>
  listing.condition?.set ? listing.candidates * countedRowUs > maxInlineUs : isScan(listing);

/** Without a set or an index, every row of a library is read. */
function isScan({ condition, search, includeDeleted, candidates }: Listing): boolean {
  const isUnaided = !search && (condition ? !condition.set : includeDeleted);
  return isUnaided && candidates * scannedRowUs > maxInlineUs;
}
