// The SQL of tasks and schedules that compares stored times with the current time: the clock may have been set back.
import { sql } from 'kysely';
import { skewMs } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { TaskTable } from '#schema/tables/system/task.ts';

export interface RepairTimes {
  nowMs: number;
  maxWaitMs: number;
  maxLeaseMs: number;
  /** Ended tasks are repaired too. */
  isWhole: boolean;
}

/**
 * Repairs times written while the clock was ahead after it was set back: waiting tasks become due (index task_due),
 * running ones get a normal lease, ended ones are dated now. Returns the tasks that became due.
 */
export async function repairTimes(
  db: Db,
  { nowMs, maxWaitMs, maxLeaseMs, isWhole }: RepairTimes,
): Promise<TaskTable[]> {
  await db
    .updateTable('task')
    .set({ leaseUntil: nowMs + maxLeaseMs })
    .where('status', '=', sql.lit('running'))
    .where('leaseUntil', '>', nowMs + maxLeaseMs + skewMs)
    .execute();
  if (isWhole) {
    await db
      .updateTable('task')
      .set({ createdAt: nowMs })
      .where('createdAt', '>', nowMs + skewMs)
      .execute();
    await db
      .updateTable('task')
      .set({ completedAt: nowMs })
      .where('completedAt', '>', nowMs + skewMs)
      .execute();
  }
  return db
    .updateTable('task')
    .set({ scheduledFor: nowMs })
    .where('status', '=', sql.lit('pending'))
    .where('scheduledFor', '>', nowMs + maxWaitMs + skewMs)
    .returningAll()
    .execute();
}

/**
 * Returns whether this caller acts on a tick of a schedule; each tick has one such caller. A last tick in the future
 * was written while the clock was ahead.
 */
export async function takeTick(db: Db, name: string, tickMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('schedule')
    .values({ name, lastTickAt: tickMs })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ lastTickAt: tickMs })
        .where((eb) =>
          eb.or([eb('schedule.lastTickAt', '<', tickMs), eb('schedule.lastTickAt', '>', tickMs + skewMs)]),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
