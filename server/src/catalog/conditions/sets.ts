// Condition fields that select rows through a set of ids, such as a genre, a user's progress, a read list or a year.
// Sets have separate indexes. Conditions that consist only of sets are counted without reading the rows.
import type { Comparison, Condition } from '@lectern/contract/conditions/conditions';
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
  /** Whether each id occurs only once. */
  isUnique: boolean;
  /** Expected size: `own` (data of one user), `filed` (rows of one term), `any` (up to the whole library). */
  size: 'own' | 'filed' | 'any';
  /** SQL of the number of ids, if it can be computed faster than by counting. */
  total?: ((toAlso: Also) => Sql) | undefined;
  /** The book's year, if the rows contain it. */
  year?: Sql;
  /** Present if the set contains all books whose year meets the condition. */
  ofYear?(year: Sql): Sql;
}

/** ` and …`: an additional condition for an id. May be empty. */
export type Also = (id: Sql) => Sql;

export interface IdSet {
  source: SetSource;
  /** Whether the set is the complement: all rows except these ids. */
  negated: boolean;
}

/**
 * How a list finds its rows: `gather` reads the sets of the condition; `walk` follows the order and checks each row.
 */
export type AccessPath = 'gather' | 'walk';

type SetDialect = Pick<DatabaseDialect, 'isMember' | 'isGathered'>;

export interface SetContext {
  path: AccessPath;
  dialect: SetDialect;
}

/** SQL of the number of ids that meet the additional condition. */
export const toTotal = ({ column, rows, isUnique, total }: SetSource, toAlso: Also): Sql =>
  total?.(toAlso) ??
  sql`(select ${isUnique ? sql`count(*)` : sql`count(distinct ${column})`} ${rows} ${toAlso(column)})`;

/** A scalar select instead of `exists`: PostgreSQL would convert `exists` to a join and read the whole set. */
const isHeld = (id: Sql, { column, rows }: SetSource): Sql =>
  sql`coalesce((select true ${rows} and ${column} = ${id} limit 1), false)`;

export function isInSet(id: Sql, { source, negated }: IdSet, { path, dialect }: SetContext): Sql {
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

interface SetAlgebra {
  setOfField(comparison: Comparison): IdSet | undefined;
  dialect: SetDialect;
}

/** Converts a condition to one set if all of its fields are sets. Otherwise returns undefined. */
export function toSet(condition: Condition, { setOfField, dialect }: SetAlgebra): IdSet | undefined {
  let selects = 0;
  // Nested sets need unique names, so that a column does not refer to an outer set.
  const nextName = () => sql.ref(`set${++selects}`);
  const toPart = (part: Condition): IdSet | undefined => {
    switch (part.kind) {
      case 'field':
        return setOfField(part);
      case 'not': {
        const set = toPart(part.of);
        return set && invert(set);
      }
      case 'allOf': {
        const sets = toParts(part.of);
        return sets && intersect(sets, { dialect, nextName });
      }
      case 'anyOf': {
        const sets = toParts(part.of);
        return sets && invert(intersect(sets.map(invert), { dialect, nextName }));
      }
    }
  };
  const toParts = (parts: readonly Condition[]): IdSet[] | undefined => {
    const sets = parts.map(toPart).filter((set) => set !== undefined);
    return sets.length === parts.length && sets.length > 0 ? sets : undefined;
  };
  return toPart(condition);
}

const invert = ({ source, negated }: IdSet): IdSet => ({ source, negated: !negated });

const sizes = ['own', 'filed', 'any'] as const;
const bySize = (a: IdSet, b: IdSet): number => sizes.indexOf(a.source.size) - sizes.indexOf(b.source.size);

interface Naming {
  dialect: SetDialect;
  /** Returns a unique name for a subselect. */
  nextName(): Sql;
}

/** Reads the set with the smallest expected size and looks up its ids in the others. */
function intersect(sets: readonly IdSet[], naming: Naming): IdSet {
  const { dialect, nextName } = naming;
  const [driver, ...others] = sets.filter(({ negated }) => !negated).sort(bySize);
  const excluded = sets.filter(({ negated }) => negated);
  if (!driver)
    return {
      source: unite(
        excluded.map(({ source }) => source),
        nextName(),
      ),
      negated: true,
    };
  if (others.length + excluded.length === 0) return driver;
  const narrowed = narrow(driver, others, dialect);
  if (narrowed) {
    const [set, other] = narrowed;
    return intersect([set, ...others.filter((one) => one !== other), ...excluded], naming);
  }
  const name = nextName();
  const column = sql`${name}.id`;
  const conditions = [...others, ...excluded].map((set) =>
    isInSet(column, set, { path: set.source.size === 'any' ? 'walk' : 'gather', dialect }),
  );
  const { isUnique, size } = driver.source;
  const rows = sql`from (${toIds(driver.source)}) ${name} where ${sql.join(conditions, sql` and `)}`;
  const total = size === 'any' && others.length === 0 ? toRest(driver, excluded, naming) : undefined;
  return { source: { column, rows, isUnique, size, total }, negated: false };
}

/** Intersects a small set with one of the large ones, without reading the rows of the large one. */
function narrow(
  { source }: IdSet,
  others: readonly IdSet[],
  { isGathered }: SetDialect,
): [narrowed: IdSet, large: IdSet] | undefined {
  const large = others.find((other) => other.source.size === 'any');
  if (source.size === 'any' || !large) return undefined;
  const { ofYear, column, rows, isUnique } = large.source;
  const narrowed =
    ofYear && source.year
      ? { ...source, rows: sql`${source.rows} and ${ofYear(source.year)}` }
      : { column, rows: sql`${rows} and ${isGathered(column, source)}`, isUnique, size: source.size };
  return [{ source: narrowed, negated: false }, large];
}

/** Total of a large set without small ones: its total minus the intersection, which only reads the small sets. */
function toRest(whole: IdSet, excluded: readonly IdSet[], naming: Naming): SetSource['total'] {
  const sources = excluded.map(({ source }) => source);
  if (sources.some(({ size }) => size === 'any')) return undefined;
  const shared = intersect([whole, { source: unite(sources, naming.nextName()), negated: false }], naming);
  return (toAlso) => sql`(${toTotal(whole.source, toAlso)} - ${toTotal(shared.source, toAlso)})`;
}

function unite(sources: readonly SetSource[], name: Sql): SetSource {
  const [only, ...others] = sources;
  if (only && others.length === 0) return only;
  return {
    column: sql`${name}.id`,
    rows: sql`from (${sql.join(sources.map(toIds), sql` union all `)}) ${name} where 1 = 1`,
    isUnique: false,
    size: sizes[Math.max(...sources.map(({ size }) => sizes.indexOf(size)))] ?? 'any',
  };
}

const toIds = ({ column, rows }: SetSource): Sql => sql`select ${column} as id ${rows}`;
