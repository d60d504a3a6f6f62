// Prepares a condition for a list: reads what it refers to, and compiles it to an SQL filter.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { Libraries } from '../libraries.ts';
import { expandAutomatic } from './automatic.ts';
import { compileBookField, setOfBookField } from './book-fields.ts';
import type { Sql } from './comparisons.ts';
import { type ConditionContext, type ConditionFields, compileCondition } from './compile.ts';
import { compileSeriesField, setOfSeriesField } from './series-fields.ts';
import type { AccessPath } from './sets.ts';

/** Returns the SQL condition for a row. */
export type PreparedCondition = (path: AccessPath) => Sql;

interface Dependencies {
  database: Pick<Database, 'db' | 'dialect'>;
  libraries: Libraries;
  clock: Clock;
}

const fields = {
  books: { table: 'book', compile: compileBookField, toSet: setOfBookField },
  series: { table: 'series', compile: compileSeriesField, toSet: setOfSeriesField },
} satisfies Record<string, ConditionFields>;

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
    return (path) => compileCondition(meant, fields[target], { ...shared, path });
  };
}
