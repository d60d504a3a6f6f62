// Compiles a condition to one SQL expression. book-fields.ts and series-fields.ts define the fields; this file contains
// the connectives and the shared context.
import type { Comparison, Condition } from '@lectern/contract/conditions/conditions';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { either, not, type Sql } from './comparisons.ts';
import type { SetContext } from './sets.ts';

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

export type CompileField = (comparison: Comparison, context: ConditionContext) => Sql;

export function compileCondition(
  condition: Condition,
  compileField: CompileField,
  context: ConditionContext,
): Sql {
  const compile = (part: Condition): Sql => {
    switch (part.kind) {
      case 'allOf':
        return part.of.length === 0 ? either(true) : sql`(${sql.join(part.of.map(compile), sql` and `)})`;
      case 'anyOf':
        return part.of.length === 0 ? either(false) : sql`(${sql.join(part.of.map(compile), sql` or `)})`;
      case 'not':
        return not(compile(part.of));
      case 'field':
        return compileField(part, context);
    }
  };
  return compile(condition);
}
