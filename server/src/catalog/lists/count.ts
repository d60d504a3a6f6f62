// Counts the rows of a list.
import { type RawBuilder, sql } from 'kysely';
import { deletedWord } from '../search-words.ts';
import { type ListDatabase, type Listing, runQuery, toFrom } from './listing.ts';

export async function countListing(database: ListDatabase, listing: Listing): Promise<number> {
  const [row] = await runQuery(database, listing, toCount(database, listing));
  return Number(row?.total ?? 0);
}

function toCount(database: ListDatabase, listing: Listing): RawBuilder<{ total: number }> {
  const { table, search, isOpen, includeDeleted, condition } = listing;
  const isInWords = search && isOpen && !condition && search.wanted.length > 0;
  if (!isInWords) return sql`select count(*) as total ${toFrom(database, listing)}`;
  // Counted in the word index only: deleted rows contain a special word there.
  const unwanted = includeDeleted ? search.unwanted : [...search.unwanted, deletedWord];
  return sql`select ${database.dialect.textSearch.count(table, { ...search, unwanted })} as total`;
}
