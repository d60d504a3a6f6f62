// A condition as one SQL expression. What a field means is said in book-fields.ts and
// series-fields.ts; here are only the connectives and what every field gets to know.
import type { Comparison, Condition } from '@lectern/contract/conditions';
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { either, not, type Sql } from './comparisons.ts';
import type { SetContext } from './sets.ts';

export interface ConditionContext extends SetContext {
  /** Whose progress, ratings and wants are meant. */
  viewer: Viewer;
  nowMs: number;
  /** Folders of libraries with their folded paths; empty for those who see file names only. */
  roots: readonly { id: string; pathFolded: string }[];
  /** What holds of all books whose folded title holds the text, where looking them up is worth it. */
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
