// Search results by relevance.
import { sql } from 'kysely';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { countListing } from './count.ts';
import {
  type ListDatabase,
  type Listing,
  runQuery,
  type Sql,
  toFrom,
  toId,
  toWindow,
  type Window,
} from './listing.ts';

/** Maximum number of results that are ranked individually. Above it, titles that begin with the text come first. */
const defaultMaxRanked = 2_000;
/** Greater than every character of a sort key. */
const lastKey = '\ud7ff\ud7ff';

/** Returns the ids of the page. `total` is the total of the list. */
export async function readByRelevance(
  database: ListDatabase,
  listing: Listing,
  { search, total, maxRanked = defaultMaxRanked }: { search: SearchTerms; total: number; maxRanked?: number },
): Promise<string[]> {
  const window = toWindow(listing.page);
  const from = toFrom(database, listing);
  if (search.wanted.length === 0)
    return readOrdered(database, listing, { from, order: toTitleOrder(listing), window });
  if (total <= maxRanked)
    return readOrdered(database, listing, { from, order: toRank(database, listing, search), window });
  return readUnranked(database, listing, { search, window });
}

/** Titles that begin with the text, followed by the others in index order. */
async function readUnranked(
  database: ListDatabase,
  listing: Listing,
  { search, window }: { search: SearchTerms; window: Window },
): Promise<string[]> {
  const { arrival } = database.dialect.textSearch.match(listing.table, search);
  if (!isPlain(search))
    return readOrdered(database, listing, { from: toFrom(database, listing), order: arrival, window });
  // A title that begins with plain words always matches, so the title index suffices.
  const begins = toBegins(listing, search);
  const filters = [...listing.filters, begins];
  const first: Listing = { ...listing, filters, search: undefined, isOpen: false };
  const firstTotal = await countListing(database, first);
  const order = toTitleOrder(listing);
  const head =
    window.offset < firstTotal
      ? await readOrdered(database, listing, { from: toFrom(database, first), order, window })
      : [];
  if (head.length === window.limit) return head;
  const others = { ...listing, filters: [...listing.filters, sql`not (${begins})`] };
  const tail = await readOrdered(database, listing, {
    from: toFrom(database, others),
    order: arrival,
    window: { limit: window.limit - head.length, offset: Math.max(0, window.offset - firstTotal) },
  });
  return [...head, ...tail];
}

async function readOrdered(
  database: ListDatabase,
  listing: Listing,
  { from, order, window: { limit, offset } }: { from: Sql; order: Sql; window: Window },
): Promise<string[]> {
  const query = sql<{ id: string }>`
    select ${toId(listing)} ${from} order by ${order} limit ${limit} offset ${offset}`;
  const rows = await runQuery(database, listing, query);
  return rows.map(({ id }) => id);
}

const toTitleOrder = ({ table }: Listing): Sql =>
  sql`${sql.ref(`${table}.titleKey`)}, ${sql.ref(`${table}.id`)}`;

/** Rank: title equals the text, begins with it, contains all its words, other. Ties are sorted by title. */
function toRank({ dialect }: ListDatabase, listing: Listing, search: SearchTerms): Sql {
  const title = sql.ref(`${listing.table}.titleFolded`);
  const plain = search.folded.replace(/[\\%_]/g, '\\$&');
  return sql`case when ${title} = ${search.folded} then 0
      when ${title} like ${`${plain}%`} escape '\\' then 1
      when ${dialect.textSearch.isInTitle(listing.table, search.wanted)} then 2
      else 3 end, ${toTitleOrder(listing)}`;
}

/** Whether the query contains only words (the last may be a prefix), without quotes, exclusions or leading articles. */
const isPlain = ({ unwanted, wanted, folded }: SearchTerms): boolean =>
  unwanted.length === 0 &&
  !folded.includes('"') &&
  wanted.every(({ words }) => words.length === 1) &&
  toSortKey(folded) === toSortKey(folded, { articles: [] });

function toBegins({ table }: Listing, { folded }: SearchTerms): Sql {
  const title = sql.ref(`${table}.titleKey`);
  const key = toSortKey(folded);
  return sql`${title} >= ${key} and ${title} < ${key + lastKey}`;
}
