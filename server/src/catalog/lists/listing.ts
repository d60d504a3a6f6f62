// Description of a list of books or series: rows, order and page.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import type { PreparedCondition } from '../conditions/prepare.ts';
import type { AccessPath } from '../conditions/sets.ts';

export type Sql = RawBuilder<unknown>;

/** Database access of lists. */
export type ListDatabase = Pick<Database, 'db' | 'dialect' | 'readerThread'>;

export interface Listing {
  table: 'book' | 'series';
  /** SQL conditions that all must hold. */
  filters: readonly Sql[];
  /** Additional condition. */
  condition?: PreparedCondition | undefined;
  search?: SearchTerms | undefined;
  /** Whether deleted rows are included. */
  includeDeleted: boolean;
  /** Whether `filters` only exclude deleted rows, so that indexes of other tables can count. */
  isOpen: boolean;
  /** Upper estimate of the number of rows that meet `filters`. */
  candidates: number;
  /** Whether an index has the order. */
  isOrderIndexed: boolean;
  /** Undefined: sorted by relevance. */
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

/** Returns the `from … where …` for all rows of the list with this access path. */
export function toFrom(database: ListDatabase, listing: Listing, path: AccessPath = 'gather'): Sql {
  const { dialect } = database;
  const { table, search, condition } = listing;
  const met = condition ? [condition(path)] : [];
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

/** With fewer rows, no statement takes long. */
export const manyRows = 20_000;

/** Runs a query of the list, on a reader thread if it may read many rows. */
export async function runQuery<R>(
  { db, readerThread }: ListDatabase,
  { condition, search, includeDeleted, candidates }: Listing,
  query: RawBuilder<R>,
): Promise<readonly R[]> {
  const compiled = query.compile(db);
  const isLong = !search && (condition !== undefined || includeDeleted) && candidates > manyRows;
  return isLong ? readerThread.rows(compiled) : (await db.executeQuery(compiled)).rows;
}
