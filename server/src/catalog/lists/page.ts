// Reads one page of a list and its total, in a fixed number of statements.
import { sql } from 'kysely';
import type { AccessPath } from '../conditions/sets.ts';
import { isLongCount, type Plan, planPage } from './costs.ts';
import { countListing, toCountable } from './count.ts';
import { type ListDatabase, type Listing, runQuery, toFrom, toId, toWindow, type Window } from './listing.ts';
import { readByRelevance } from './relevance.ts';

export interface ListPage {
  /** Sorted. */
  ids: readonly string[];
  total: number;
}

/** Maximum number of rows that are read completely instead of being counted first. */
const maxSmall = 5_000;

/** `knownTotal`: total from cached counts, if available. */
export async function readPage(
  database: ListDatabase,
  listing: Listing,
  knownTotal?: number,
): Promise<ListPage> {
  const window = toWindow(listing.page);
  const small = knownTotal === undefined && (await readSmall(database, listing));
  if (small) return { ids: small.slice(window.offset, window.offset + window.limit), total: small.length };
  const total = knownTotal ?? (await countListing(database, listing));
  if (window.offset >= total) return { ids: [], total };
  const { search, order } = listing;
  const ids =
    search && !order
      ? await readByRelevance(database, listing, { search, total })
      : await readIds(
          database,
          listing,
          window,
          planPage(listing, total, window, database.dialect.listCosts),
        );
  return { ids, total };
}

/** Returns all rows of a condition that no index can count, sorted. Undefined if there are too many. */
async function readSmall(database: ListDatabase, listing: Listing): Promise<readonly string[] | undefined> {
  const { table, condition, search, order } = listing;
  if (!condition || search || toCountable(listing)) return undefined;
  const id = toId(listing);
  const found = sql`select ${id} ${toFrom(database, listing)} limit ${maxSmall + 1}`;
  const query = sql<{ id: string }>`
    select ${id} from ${sql.table(table)} where ${id} in (${found}) order by ${order ?? id}`;
  const rows = await runQuery(database, query, isLongCount(listing));
  return rows.length > maxSmall ? undefined : rows.map((row) => row.id);
}

/** Returns the ids of a part of the list. */
export async function readIds(
  database: ListDatabase,
  listing: Listing,
  { limit, offset }: Window,
  { path, isLong }: Plan,
): Promise<string[]> {
  const query = sql<{ id: string }>`select ${toId(listing)} ${toFrom(database, listing, path)}
    order by ${toOrder(database, listing, path)} limit ${limit} offset ${offset}`;
  const rows = await runQuery(database, query, isLong);
  return rows.map(({ id }) => id);
}

/** Gathered rows are sorted afterwards. Otherwise, the database would search them along the order. */
function toOrder({ dialect }: ListDatabase, listing: Listing, path: AccessPath) {
  const order = listing.order ?? toId(listing);
  return path === 'gather' && listing.condition && !listing.search ? dialect.unindexed(order) : order;
}
