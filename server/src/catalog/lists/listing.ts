// A list of books or series as data: which rows, in which order, which page of it.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import type { PreparedCondition } from '../conditions/prepare.ts';
import type { AccessPath } from '../conditions/sets.ts';

export type Sql = RawBuilder<unknown>;

/** What lists are read of. */
export type ListDatabase = Pick<Database, 'db' | 'dialect' | 'readerThread'>;

export interface Listing {
  table: 'book' | 'series';
  /** What must hold of a row, all of it. */
  filters: readonly Sql[];
  /** What must hold, too. */
  condition?: PreparedCondition | undefined;
  search?: SearchTerms | undefined;
  /** Deleted rows are wanted, too. */
  includeDeleted: boolean;
  /** `filters` leave every row but deleted ones, so that indexes of other tables can count. */
  isOpen: boolean;
  /** Rows that `filters` leave, or a few more. */
  candidates: number;
  /** Rows of the index that holds the order; undefined where none does. */
  orderedRows: number | undefined;
  /** Undefined: by relevance. */
  order: Sql | undefined;
  page: PageRequest;
}

/** A part of a list, in rows. */
export interface Window {
  limit: number;
  offset: number;
}

export const toWindow = ({ page, pageSize }: PageRequest): Window => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

export const toId = ({ table }: Pick<Listing, 'table'>): Sql => sql.ref(`${table}.id`);

const toWhere = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

/** `from … where …` of all rows of the list, as they are found by the access path. */
export function toFrom(database: ListDatabase, listing: Listing, path: AccessPath = 'gather'): Sql {
  const { dialect } = database;
  const { table, search, condition } = listing;
  const met = condition ? [toMet(database, listing, condition, path)] : [];
  const conditions = [...listing.filters, ...met];
  if (search && search.wanted.length > 0) {
    const { from, where } = dialect.textSearch.match(table, search);
    return sql`from ${from} ${toWhere([where, ...conditions])}`;
  }
  const excluded = (search?.unwanted ?? []).map(
    (phrase) => sql`not (${dialect.textSearch.isFound(table, { wanted: [phrase], unwanted: [] })})`,
  );
  return sql`from ${sql.table(table)} ${toWhere([...conditions, ...excluded])}`;
}

function toMet(
  { dialect }: ListDatabase,
  listing: Listing,
  { set, toFilter }: PreparedCondition,
  path: AccessPath,
): Sql {
  const isSetRead = path === 'gather' && set && !set.negated && !listing.search;
  return isSetRead ? dialect.isGathered(toId(listing), set.source) : toFilter(path);
}

/** Runs a query, where no other request waits for it if it may take long. */
export async function runQuery<R>(
  { db, readerThread }: ListDatabase,
  query: RawBuilder<R>,
  isLong: boolean,
): Promise<readonly R[]> {
  const compiled = query.compile(db);
  return isLong ? readerThread.rows(compiled) : (await db.executeQuery(compiled)).rows;
}
