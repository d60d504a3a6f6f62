// Condition fields that select rows through a set of ids in another table, such as a genre, a user's progress or a read
// list.
import { sql } from 'kysely';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import {
  type Compared,
  compareNumber,
  either,
  matchText,
  positiveOf,
  type Sql,
  toIds as toListIds,
} from './comparisons.ts';

/** SQL source of a set of ids. */
export interface SetSource {
  /** Column of the id, never null. */
  column: Sql;
  /** `from … where …`. Conditions appended with `and` narrow it. */
  rows: Sql;
}

export interface IdSet {
  source: SetSource;
  /** Whether the set is the complement: all rows except these ids. */
  negated: boolean;
}

/**
 * How a list finds its rows: `gather` reads the ids of a set and looks up their rows; `join` leaves the choice to the
 * database; `walk` follows the order and checks each row.
 */
export type AccessPath = 'gather' | 'join' | 'walk';

type SetDialect = Pick<DatabaseDialect, 'isMember' | 'isGathered'>;

export interface SetContext {
  path: AccessPath;
  dialect: SetDialect;
}

/** A scalar select instead of `exists`: PostgreSQL would convert `exists` to a join and read the whole set. */
const isHeld = (id: Sql, { column, rows }: SetSource): Sql =>
  sql`coalesce((select true ${rows} and ${column} = ${id} limit 1), false)`;

export function isInSet(id: Sql, { source, negated }: IdSet, { path, dialect }: SetContext): Sql {
  if (path === 'gather' && !negated) return dialect.isGathered(id, source);
  const met = path === 'walk' ? isHeld(id, source) : dialect.isMember(id, source);
  return negated ? sql`not ${met}` : met;
}

/**
 * Rows with at least one text that meets the positive operator. `having` builds the set from a condition on `value`.
 */
export function setOfMany(
  having: (met: Sql) => SetSource,
  value: Sql,
  { operator, operand }: Compared,
): IdSet {
  if (operator === 'isNull' || operator === 'isNotNull')
    return { source: having(sql`${value} is not null`), negated: operator === 'isNull' };
  const positive = positiveOf(operator);
  return { source: having(matchText(value, positive ?? operator, operand)), negated: positive !== undefined };
}

/** Same for a number that a row may lack. `having` builds the set from a condition on any column. */
export function setOfNumber(
  having: (toMet: (value: Sql) => Sql) => SetSource,
  { operator, operand }: Compared,
): IdSet {
  const positive = { isNull: 'isNotNull', ne: 'eq' }[operator];
  const compared = { operator: positive ?? operator, operand };
  const toMet = (value: Sql) => sql`${value} is not null and ${compareNumber(value, compared)}`;
  return { source: having(toMet), negated: positive !== undefined };
}

/** Members of any of the named lists. `having` builds the set from a condition on `value`. */
export function setOfLists(
  having: (met: Sql) => SetSource,
  value: Sql,
  { operator, operand }: Compared,
): IdSet {
  const ids = toListIds(operand);
  const met = ids.length === 0 ? either(false) : sql`${value} in (${sql.join(ids)})`;
  return { source: having(met), negated: operator !== 'is' && operator !== 'in' };
}

export const setOfFlag = (source: SetSource, { operator }: Compared): IdSet => ({
  source,
  negated: operator !== 'isTrue',
});
