// Counts the rows of a list.
import { type RawBuilder, sql } from 'kysely';
import { type SetSource, toTotal } from '../conditions/sets.ts';
import { deletedWord } from '../search-words.ts';
import { isLongCount } from './costs.ts';
import { type ListDatabase, type Listing, runQuery, type Sql, toFrom } from './listing.ts';

export async function countListing(database: ListDatabase, listing: Listing): Promise<number> {
  const { table, search, isOpen, includeDeleted, condition } = listing;
  if (search && isOpen && !condition && search.wanted.length > 0) {
    // Counted in the word index only: deleted rows contain a special word there.
    const unwanted = includeDeleted ? search.unwanted : [...search.unwanted, deletedWord];
    const { count } = database.dialect.textSearch;
    return readTotal(database, sql`select ${count(table, { ...search, unwanted })} as total`);
  }
  const set = toCountable(listing);
  if (!set)
    return readTotal(
      database,
      sql`select count(*) as total ${toFrom(database, listing)}`,
      isLongCount(listing),
    );
  const total = await countSet(database, set.source, isLongCount(listing));
  return set.negated ? listing.candidates - total : total;
}

/** Returns the condition as a set of books if the indexes of the set can count it. */
export function toCountable({ table, condition, search, isOpen, includeDeleted }: Listing) {
  const isCountable = table === 'book' && isOpen && !includeDeleted && !search;
  return isCountable ? condition?.set : undefined;
}

/** The index of a set includes deleted books. They are subtracted if any exist. */
async function countSet(database: ListDatabase, source: SetSource, isLong: boolean): Promise<number> {
  const rows = sql`from book deleted where deleted."deletedAt" is not null`;
  const [hasDeleted] = await runQuery(database, sql`select 1 ${rows} limit 1`, false);
  const isDeleted = (id: Sql) => database.dialect.isMember(id, { column: sql`deleted.id`, rows });
  const toAlso = (id: Sql) => (hasDeleted ? sql`and not ${isDeleted(id)}` : sql``);
  return readTotal(database, sql`select ${toTotal(source, toAlso)} as total`, isLong);
}

async function readTotal(
  database: ListDatabase,
  query: RawBuilder<{ total: number }>,
  isLong = false,
): Promise<number> {
  const [row] = await runQuery(database, query, isLong);
  return Number(row?.total ?? 0);
}
