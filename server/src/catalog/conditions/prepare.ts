// Prepares a condition for a list: as an SQL filter, and if possible as a set of ids.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { Libraries } from '../libraries.ts';
import { expandAutomatic } from './automatic.ts';
import { compileBookField, setOfBookField } from './book-fields.ts';
import type { Sql } from './comparisons.ts';
import { type ConditionContext, compileCondition } from './compile.ts';
import { compileSeriesField, setOfSeriesField } from './series-fields.ts';
import { type AccessPath, type IdSet, toSet } from './sets.ts';

export interface PreparedCondition {
  /** The SQL condition for a row. */
  toFilter(path: AccessPath): Sql;
  set: IdSet | undefined;
  /** Number of comparisons per walked row with columns outside the index of the default order. */
  lookups: number;
}

interface Dependencies {
  database: Pick<Database, 'db' | 'dialect'>;
  libraries: Libraries;
  clock: Clock;
}

const fields = {
  books: { compile: compileBookField, toSet: setOfBookField },
  series: { compile: compileSeriesField, toSet: setOfSeriesField },
} as const;

/** The index of the default book order contains the year. */
function countLookups(condition: Condition): number {
  if (condition.kind === 'field') return condition.field === 'year' ? 0 : 1;
  const parts = condition.kind === 'not' ? [condition.of] : condition.of;
  return parts.reduce((sum, part) => sum + countLookups(part), 0);
}

export type Prepare = (viewer: Viewer, condition: Condition) => Promise<PreparedCondition>;

export function createPrepare(
  target: keyof typeof fields,
  { database: { db, dialect }, libraries, clock }: Dependencies,
): Prepare {
  async function findRoots(viewer: Viewer): Promise<ConditionContext['roots']> {
    const known = can(viewer, 'books:write') ? [...(await libraries.all()).values()] : [];
    return known.flatMap((library) =>
      library.roots.map(({ id, path }) => ({ id, pathFolded: fold(path.replace(/\/$/, '')) })),
    );
  }

  return async (viewer, condition) => {
    const meant = await expandAutomatic(db, target, condition);
    const shared = {
      viewer,
      nowMs: clock(),
      roots: await findRoots(viewer),
      dialect,
      mayHold: dialect.textSearch.mayHold,
    };
    const of = fields[target];
    return {
      toFilter: (path) => compileCondition(meant, of.compile, { ...shared, path }),
      set: toSet(meant, {
        setOfField: (comparison) => of.toSet(comparison, { ...shared, path: 'gather' }),
        dialect,
      }),
      lookups: countLookups(meant),
    };
  };
}
