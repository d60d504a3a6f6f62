// What reading a list costs, in microseconds as they were measured (docs/decisions/0005-filtered-lists.md).
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import type { AccessPath } from '../conditions/sets.ts';
import type { Listing, Window } from './listing.ts';

/** A row that is read because no index knows whether it meets the condition. */
const scannedRowUs = 1.5;
/** A row that is counted in the index of a set. */
const countedRowUs = 0.1;
/** A query that takes longer runs where no other request waits for it. */
const maxInlineUs = 15_000;

export interface Plan {
  path: AccessPath;
  isLong: boolean;
}

/** The rows of a set are gathered and sorted, or the order is walked until the page is full: whichever takes less. */
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

/** Whether counting takes long: of a set by its index, else by reading every row. */
export const isLongCount = (listing: Listing): boolean =>
  listing.condition?.set ? listing.candidates * countedRowUs > maxInlineUs : isScan(listing);

/** Neither a set nor an index helps: every row of a large library is read. */
function isScan({ condition, search, includeDeleted, candidates }: Listing): boolean {
  const isUnaided = !search && (condition ? !condition.set : includeDeleted);
  return isUnaided && candidates * scannedRowUs > maxInlineUs;
}
