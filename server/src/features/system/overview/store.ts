// The SQL of the overview.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';

/** Counts failed tasks, except those of one type. `visible` is a condition on `task`. */
export async function countFailedTasks(
  db: Db,
  visible: RawBuilder<SqlBool>,
  exceptType: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'failed')
    .where('type', '<>', exceptType)
    .where(visible)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Users who read since this time, the latest first (index seriesProgress_recent). */
export async function listReaders(
  db: Db,
  sinceMs: number,
): Promise<{ id: string; username: string; lastReadAt: number }[]> {
  const { rows } = await sql<{ id: string; username: string; lastReadAt: number }>`
    select id, username, "lastReadAt" from (
      select "user".id, "user".username, (select max(recent."lastReadAt") from "seriesProgress" recent
        where recent."userId" = "user".id) as "lastReadAt"
      from "user") reader
    where "lastReadAt" >= ${sinceMs} order by "lastReadAt" desc, id limit 50`.execute(db);
  return rows.map((row) => ({ ...row, lastReadAt: Number(row.lastReadAt) }));
}
