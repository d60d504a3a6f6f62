// Fields that say which rows are meant by a set: what is filed under a genre, read by somebody, in a read list, of a
// year. Such sets are found by indexes of their own, and conditions over nothing but them are counted without a look
// at the rows.
import type { Comparison, Condition } from '@lectern/contract/conditions';
import { sql } from 'kysely';
import {
  type Compared,
  compareNumber,
  either,
  matchText,
  positiveOf,
  type Sql,
  toIds,
} from './comparisons.ts';

/** Where the ids of a set stand. */
export interface SetSource {
  /** Column of the id, never null. */
  column: Sql;
  /** Beside it the number of the row that the id names, where it stands there: found sooner than by the id. */
  row?: Sql | undefined;
  /** `from … where …`; what is appended with `and` narrows it. */
  rows: Sql;
  /** No id stands there twice. */
  isUnique: boolean;
  /** How large such a set may be: somebody's own, what is filed under a name, any part of the library. */
  size: 'own' | 'filed' | 'any';
}

export interface IdSet {
  source: SetSource;
  /** Every row but these is meant. */
  negated: boolean;
}

/** How a row is looked up in a set: gathered by it, walked past a list of it, or asked for one by one. */
export type Look = 'gather' | 'list' | 'probe';

/** How many ids there are in the rows of the source. */
export const toCount = ({ column, isUnique }: SetSource): Sql =>
  isUnique ? sql`count(*)` : sql`count(distinct ${column})`;

/** What names a row of the table that is listed: its id, and its number where it has one. */
export interface Named {
  id: Sql;
  row?: Sql | undefined;
}

/** Without `distinct`: PostgreSQL would read the whole library to join with what comes out of it. */
const isListed = (name: Sql, column: Sql, { rows }: SetSource): Sql =>
  sql`${name} in (select ${column} ${rows})`;
const isHeld = ({ id }: Named, { column, rows }: SetSource): Sql =>
  sql`exists (select 1 ${rows} and ${column} = ${id})`;

/** `unindexed` keeps the database from gathering. */
export function isInSet(
  named: Named,
  { source, negated }: IdSet,
  { look, unindexed }: { look: Look; unindexed(column: Sql): Sql },
): Sql {
  const [name, column] = named.row && source.row ? [named.row, source.row] : [named.id, source.column];
  const met =
    look === 'probe'
      ? isHeld(named, source)
      : isListed(look === 'list' ? unindexed(name) : name, column, source);
  return negated ? sql`not ${met}` : met;
}

/**
 * The set of rows of which one value meets the positive of an operator. `having` makes the set of a condition over
 * `value`, `match` that condition.
 */
function setOfValue(
  { having, value }: { having: (met: Sql) => SetSource; value: Sql },
  operator: string,
  match: (positive: string) => Sql,
): IdSet {
  if (operator === 'isNull' || operator === 'isNotNull')
    return { source: having(sql`${value} is not null`), negated: operator === 'isNull' };
  const positive = operator === 'ne' ? 'eq' : positiveOf(operator);
  return { source: having(match(positive ?? operator)), negated: positive !== undefined };
}

export const setOfMany = (
  having: (met: Sql) => SetSource,
  value: Sql,
  { operator, operand }: Compared,
): IdSet => setOfValue({ having, value }, operator, (positive) => matchText(value, positive, operand));

/** The same of a number that a row has or has not. */
export const setOfNumber = (
  having: (met: Sql) => SetSource,
  value: Sql,
  { operator, operand }: Compared,
): IdSet =>
  setOfValue(
    { having, value },
    operator,
    (positive) => sql`${value} is not null and ${compareNumber(value, { operator: positive, operand })}`,
  );

/** Members of one of the lists that are named; `having` gets a condition over `value`. */
export function setOfLists(
  having: (met: Sql) => SetSource,
  value: Sql,
  { operator, operand }: Compared,
): IdSet {
  const ids = toIds(operand);
  const met = ids.length === 0 ? either(false) : sql`${value} in (${sql.join(ids)})`;
  return { source: having(met), negated: operator !== 'is' && operator !== 'in' };
}

export const setOfFlag = (source: SetSource, { operator }: Compared): IdSet => ({
  source,
  negated: operator !== 'isTrue',
});

/** A whole condition as one set, where each of its fields is one. */
export function toSet(
  condition: Condition,
  setOfField: (comparison: Comparison) => IdSet | undefined,
): IdSet | undefined {
  const toSets = (parts: readonly Condition[]): IdSet[] | undefined => {
    const sets = parts.map((part) => toSet(part, setOfField)).filter((set) => set !== undefined);
    return sets.length === parts.length && sets.length > 0 ? sets : undefined;
  };
  switch (condition.kind) {
    case 'field':
      return setOfField(condition);
    case 'not': {
      const set = toSet(condition.of, setOfField);
      return set && invert(set);
    }
    case 'allOf': {
      const sets = toSets(condition.of);
      return sets && intersect(sets);
    }
    case 'anyOf': {
      const sets = toSets(condition.of);
      return sets && invert(intersect(sets.map(invert)));
    }
  }
}

const invert = ({ source, negated }: IdSet): IdSet => ({ source, negated: !negated });

const sizes = ['own', 'filed', 'any'] as const;
const bySize = (a: IdSet, b: IdSet): number => sizes.indexOf(a.source.size) - sizes.indexOf(b.source.size);

/** The rows of a source by what names them. */
const toNamed = ({ column, row, rows }: SetSource): Sql =>
  sql`select ${column} as id${row ? sql`, ${row} as row` : sql``} ${rows}`;

/** The smallest kind of set drives; the others are looked up in a list, or one by one where that may be long. */
function intersect(sets: readonly IdSet[]): IdSet {
  const [driver, ...others] = sets.filter(({ negated }) => !negated).sort(bySize);
  const excluded = sets.filter(({ negated }) => negated);
  if (!driver) return { source: unite(excluded.map(({ source }) => source)), negated: true };
  const named: Named = { id: sql`driver.id`, row: driver.source.row && sql`driver.row` };
  const conditions = [...others, ...excluded].map((set) =>
    isInSet(named, set, {
      look: set.source.size === 'any' ? 'probe' : 'gather',
      unindexed: (column) => column,
    }),
  );
  if (conditions.length === 0) return driver;
  const rows = sql`from (${toNamed(driver.source)}) driver where ${sql.join(conditions, sql` and `)}`;
  return { source: { ...driver.source, column: named.id, row: named.row, rows }, negated: false };
}

function unite(sources: readonly SetSource[]): SetSource {
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  const isNumbered = sources.every(({ row }) => row);
  const parts = sources.map((source) => toNamed(isNumbered ? source : { ...source, row: undefined }));
  return {
    column: sql`united.id`,
    row: isNumbered ? sql`united.row` : undefined,
    rows: sql`from (${sql.join(parts, sql` union all `)}) united where 1 = 1`,
    isUnique: false,
    size: sizes[Math.max(...sources.map(({ size }) => sizes.indexOf(size)))] ?? 'any',
  };
}
