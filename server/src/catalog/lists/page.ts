// Reads one page of a list and its total, in two statements.
import { sql } from 'kysely';
import { listTypedWords } from '#infrastructure/text/search-text.ts';
import type { AccessPath } from '../conditions/sets.ts';
import { findCorrectedSearch } from './corrections.ts';
import { countListing } from './count.ts';
import { type ListDatabase, type Listing, runQuery, toFrom, toId, toWindow, type Window } from './listing.ts';
import { readByRelevance } from './relevance.ts';

export interface ListPage {
  /** Sorted. */
  ids: readonly string[];
  total: number;
  /** The search text whose results these are, if it is not that of the list. */
  correctedSearch?: string;
}

/** Corrects typing errors of a search that finds nothing, if the list wants it. */
export async function readCorrectedPage(
  database: ListDatabase,
  listing: Listing,
  {
    knownTotal,
    correctsSearch = false,
  }: { knownTotal: number | undefined; correctsSearch?: boolean | undefined },
): Promise<ListPage> {
  const page = await readPage(database, listing, knownTotal);
  if (page.total > 0 || !listing.search || !correctsSearch) return page;
  const search = await findCorrectedSearch(database, listing, listTypedWords(listing.search.folded));
  if (!search) return page;
  return { ...(await readPage(database, { ...listing, search })), correctedSearch: search.folded };
}

/** `knownTotal`: total from cached counts, if available. A page without rows only has the total. */
export async function readPage(
  database: ListDatabase,
  listing: Listing,
  knownTotal?: number,
): Promise<ListPage> {
  const window = toWindow(listing.page);
  const total = knownTotal ?? (await countListing(database, listing));
  if (window.limit === 0 || window.offset >= total) return { ids: [], total };
  const { search, order } = listing;
  if (search && !order) return { ids: await readByRelevance(database, listing, { search, total }), total };
  return { ids: await readIds(database, listing, window, toPath(listing, window, total)), total };
}

/** Chooses the path that reads fewer rows: all matches, or the rows of the order until the page is full. */
function toPath(
  { condition, isOrderIndexed, candidates }: Listing,
  window: Window,
  total: number,
): AccessPath {
  if (!condition) return 'walk';
  const walked = (window.offset + window.limit) * (candidates / total);
  return isOrderIndexed && walked < total ? 'walk' : 'gather';
}

/** Returns the ids of a part of the list. */
export async function readIds(
  database: ListDatabase,
  listing: Listing,
  { limit, offset }: Window,
  path: AccessPath,
): Promise<string[]> {
  const query = sql<{ id: string }>`select ${toId(listing)} ${toFrom(database, listing, path)}
    order by ${toOrder(database, listing, path)} limit ${limit} offset ${offset}`;
  const rows = await runQuery(database, listing, query);
  return rows.map(({ id }) => id);
}

/** Gathered rows are sorted afterwards. Otherwise, the database would search them along the order. */
function toOrder({ dialect }: ListDatabase, listing: Listing, path: AccessPath) {
  const order = listing.order ?? toId(listing);
  return path === 'gather' && listing.condition && !listing.search ? dialect.unindexed(order) : order;
}
