// Results of earlier checks, stored in their tasks, which all servers can read.
import { toRecord } from '@lectern/contract/records';
import type { Db } from '#infrastructure/database/dialect.ts';

const selectChecks = (db: Db, type: string) =>
  db.selectFrom('task').where('type', '=', type).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1);

/** Returns when the last check was requested, regardless of its result. */
export async function findLastAsked(db: Db, type: string): Promise<number | undefined> {
  return (await selectChecks(db, type).select('createdAt').executeTakeFirst())?.createdAt;
}

/** Returns the result of the last successful check. */
export async function findLastAnswer(
  db: Db,
  type: string,
): Promise<{ newest: string; atMs: number } | undefined> {
  const row = await selectChecks(db, type)
    .where('status', '=', 'completed')
    .select(['result', 'completedAt'])
    .executeTakeFirst();
  const { newest } = toRecord(JSON.parse(row?.result ?? 'null'));
  return typeof newest === 'string' ? { newest, atMs: row?.completedAt ?? 0 } : undefined;
}
