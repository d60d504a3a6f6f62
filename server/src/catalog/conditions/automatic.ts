// Expands references to automatic lists in a condition: the id is replaced by the condition of the list.
import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toIds } from './comparisons.ts';

type Target = 'series' | 'books';

export const named = {
  series: { field: 'collectionId', table: 'collection' },
  books: { field: 'readListId', table: 'readList' },
} as const;

/** Maximum nesting of automatic lists. Deeper lists are treated as empty. */
const deepest = 3;

/** Returns the condition without references to automatic lists. Runs no statement if it refers to no list. */
export async function expandAutomatic(
  db: Db,
  target: Target,
  condition: Condition,
  depth = 1,
): Promise<Condition> {
  const ids = [...new Set(listIds(condition, named[target].field))];
  if (ids.length === 0) return condition;
  const { rows } = await sql<{ id: string; condition: string }>`
    select id, condition from ${sql.table(named[target].table)}
    where id in (${sql.join(ids)}) and condition is not null`.execute(db);
  const meanings = new Map<string, Condition>();
  for (const row of rows) {
    const parsed = parseCondition(target, JSON.parse(row.condition));
    const isKnown = 'condition' in parsed && depth <= deepest;
    meanings.set(
      row.id,
      isKnown ? await expandAutomatic(db, target, parsed.condition, depth + 1) : { kind: 'anyOf', of: [] },
    );
  }
  return replaceLists(condition, named[target].field, meanings);
}

/** Returns the ids of all lists that the condition refers to. */
export function listIds(condition: Condition, field: string): string[] {
  switch (condition.kind) {
    case 'not':
      return listIds(condition.of, field);
    case 'field':
      return condition.field === field ? toIds(condition.operand) : [];
    default:
      return condition.of.flatMap((part) => listIds(part, field));
  }
}

/** Replaces list ids by the conditions of the lists. */
export function replaceLists(
  condition: Condition,
  field: string,
  meanings: ReadonlyMap<string, Condition>,
): Condition {
  if (meanings.size === 0) return condition;
  switch (condition.kind) {
    case 'not':
      return { kind: 'not', of: replaceLists(condition.of, field, meanings) };
    case 'field': {
      if (condition.field !== field) return condition;
      const ids = toIds(condition.operand);
      const automatic = ids.flatMap((id) => meanings.get(id) ?? []);
      if (automatic.length === 0) return condition;
      const values = ids.filter((id) => !meanings.has(id));
      const members: Condition = { ...condition, operator: 'in', operand: { form: 'texts', values } };
      const isMember: Condition = { kind: 'anyOf', of: [members, ...automatic] };
      return condition.operator === 'is' || condition.operator === 'in'
        ? isMember
        : { kind: 'not', of: isMember };
    }
    default:
      return { kind: condition.kind, of: condition.of.map((part) => replaceLists(part, field, meanings)) };
  }
}
