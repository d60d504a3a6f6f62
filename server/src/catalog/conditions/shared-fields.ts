// Condition fields that books and series share: terms, paths, flags.
import { sql } from 'kysely';
import { type Compared, compareText, not, type Sql } from './comparisons.ts';
import type { ConditionContext } from './compile.ts';
import { type IdSet, type SetSource, setOfFlag, setOfMany } from './sets.ts';

export type Owner = 'book' | 'series';

/** A multi-valued field stored as terms. Matches if any term matches; negated operators match if none does. */
export function setOfTerms(
  owner: Owner,
  kind: string,
  compared: Compared,
  { dialect }: ConditionContext,
): IdSet {
  const having = (met: Sql): SetSource => ({
    column: sql`link.${sql.ref(`${owner}Id`)}`,
    rows: sql`from ${sql.table(`${owner}Term`)} link
      where ${dialect.isGathered(sql`link."termId"`, {
        column: sql`term.id`,
        rows: sql`from term where term.kind = ${sql.lit(kind)} and ${met}`,
      })}`,
  });
  return setOfMany(having, sql`term."nameFolded"`, compared);
}

export function setOfWanted(owner: Owner, compared: Compared, { viewer }: ConditionContext): IdSet {
  const rows = sql`from "wantToRead" w
    where w."userId" = ${viewer.userId} and w."entityType" = ${sql.lit(owner)}`;
  return setOfFlag({ column: sql`w."entityId"`, rows }, compared);
}

export const compareFlag = (flag: Sql, { operator }: Compared): Sql =>
  operator === 'isTrue' ? flag : not(flag);

/**
 * Users who may see paths compare the full path, others the last name. A condition must not reveal what responses hide.
 */
export function comparePath(owner: Owner, compared: Compared, { roots }: ConditionContext): Sql {
  const path = sql`${sql.table(owner)}."pathFolded"`;
  const name = sql`substr(${path}, length(rtrim(${path}, replace(${path}, '/', ''))) + 1)`;
  if (roots.length === 0) return compareText(name, compared);
  const cases = roots.map(({ id, pathFolded }) => sql`when ${id} then ${pathFolded}`);
  const root = sql`(case ${sql.table(owner)}."rootId" ${sql.join(cases, sql` `)} else '' end)`;
  return compareText(sql`(${root} || '/' || ${path})`, compared);
}
