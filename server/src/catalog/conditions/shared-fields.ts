// What fields of books and of series have in common: terms, paths, flags.
import { sql } from 'kysely';
import { type Compared, compareText, either, matchText, not, positiveOf, type Sql } from './comparisons.ts';
import type { ConditionContext } from './compile.ts';

export type Owner = 'book' | 'series';

/** A field of many values, kept as terms: met when one of them is; negated operators when none is. */
export function compareTerms(owner: Owner, kind: string, { operator, operand }: Compared): Sql {
  const link = sql.table(`${owner}Term`);
  const ownerId = sql.ref(`${owner}Id`);
  const having = (met: Sql) => sql`${sql.ref(`${owner}.id`)} in (
    select link.${ownerId} from ${link} link join term on term.id = link."termId"
    where term.kind = ${sql.lit(kind)} and ${met})`;
  return compareMany(having, sql`term."nameFolded"`, { operator, operand });
}

/** `having` makes "one of the values meets this" of a condition over `value`. */
export function compareMany(having: (met: Sql) => Sql, value: Sql, { operator, operand }: Compared): Sql {
  if (operator === 'isNull') return not(having(either(true)));
  if (operator === 'isNotNull') return having(either(true));
  const positive = positiveOf(operator);
  const met = having(matchText(value, positive ?? operator, operand));
  return positive ? not(met) : met;
}

export const compareFlag = (flag: Sql, { operator }: Compared): Sql =>
  operator === 'isTrue' ? flag : not(flag);

/**
 * Whoever may see paths compares the whole path, others the last name of it: a condition must not tell what the
 * answers hide.
 */
export function comparePath(owner: Owner, compared: Compared, { roots }: ConditionContext): Sql {
  const path = sql`${sql.table(owner)}."pathFolded"`;
  const name = sql`substr(${path}, length(rtrim(${path}, replace(${path}, '/', ''))) + 1)`;
  if (roots.length === 0) return compareText(name, compared);
  const cases = roots.map(({ id, pathFolded }) => sql`when ${id} then ${pathFolded}`);
  const root = sql`(case ${sql.table(owner)}."rootId" ${sql.join(cases, sql` `)} else '' end)`;
  return compareText(sql`(${root} || '/' || ${path})`, compared);
}

export const isWanted = (owner: Owner, { viewer }: ConditionContext): Sql => sql`exists (
  select 1 from "wantToRead" w where w."userId" = ${viewer.userId}
    and w."entityType" = ${sql.lit(owner)} and w."entityId" = ${sql.ref(`${owner}.id`)})`;
