// Compiles a condition to one SQL expression. book-fields.ts and series-fields.ts define the fields; this file contains
// the connectives and the shared context.
import type { Comparison, Condition } from '@lectern/contract/conditions/conditions';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { either, not, type Sql } from './comparisons.ts';
import type { AccessPath, IdSet, SetContext, SetSource } from './sets.ts';

export interface ConditionContext extends SetContext {
  /** User whose progress, ratings and want-to-read entries are compared. */
  viewer: Viewer;
  nowMs: number;
  /** Library folders with folded paths. Empty for users who only see file names. */
  roots: readonly { id: string; pathFolded: string }[];
  /**
   * A condition that every book whose folded title contains the text meets. Undefined if an index look-up does not pay
   * off.
   */
  mayHold(text: string): Sql | undefined;
}

/** The fields of books or of series. */
export interface ConditionFields {
  table: 'book' | 'series';
  compile(comparison: Comparison, context: ConditionContext): Sql;
  /** Returns undefined for fields that are compared in the row. */
  toSet(comparison: Comparison, context: ConditionContext): IdSet | undefined;
}

export function compileCondition(
  condition: Condition,
  fields: ConditionFields,
  context: ConditionContext,
): Sql {
  const table = sql.table(fields.table);
  const toSet = (part: Condition) => (part.kind === 'field' ? fields.toSet(part, context) : undefined);
  const isGatherable = (part: Condition): boolean => toSet(part)?.negated === false;
  const isIndexed = (part: Condition): boolean =>
    isGatherable(part) || (part.kind === 'field' && part.field === 'year');

  /** The rows that meet any of these conditions, as a set. */
  function toUnion(parts: readonly Condition[]): SetSource {
    const rows = parts.map((part) => {
      const set = toSet(part)?.source;
      if (set) return sql`select ${set.column} as id ${set.rows}`;
      return sql`select id from ${table} where ${compile(part, 'join')}`;
    });
    return { column: sql`found.id`, rows: sql`from (${sql.join(rows, sql` union all `)}) found where true` };
  }

  function compile(part: Condition, path: AccessPath): Sql {
    // At most one set is gathered, because two would be compared id by id.
    const joined = path === 'gather' ? 'join' : path;
    switch (part.kind) {
      case 'allOf': {
        const gathered = path === 'gather' ? part.of.find(isGatherable) : undefined;
        const parts = part.of.map((one) => compile(one, one === gathered ? 'gather' : joined));
        return parts.length === 0 ? either(true) : sql`(${sql.join(parts, sql` and `)})`;
      }
      case 'anyOf': {
        if (path === 'gather' && part.of.some(isGatherable) && part.of.every(isIndexed))
          return context.dialect.isGathered(sql`${table}.id`, toUnion(part.of));
        const parts = part.of.map((one) => compile(one, joined));
        return parts.length === 0 ? either(false) : sql`(${sql.join(parts, sql` or `)})`;
      }
      case 'not': {
        const met = compile(part.of, joined);
        // A set is never null, and PostgreSQL only joins a bare negation.
        return toSet(part.of) ? sql`not ${met}` : not(met);
      }
      case 'field':
        return fields.compile(part, { ...context, path });
    }
  }
  return compile(condition, context.path);
}
