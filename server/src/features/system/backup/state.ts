// The last and next backup of the database, and its faults.
import type { Overview } from '@lectern/contract/system/overview';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { findScheduledTimes } from './scheduled.ts';
import type { StoredBackups } from './stored.ts';

export type BackupState = NonNullable<Overview['backup']>;

interface Dependencies {
  config: Config;
  db: Db;
  stored: StoredBackups;
  clock: Clock;
  taskType: string;
}

/** Longer than the longest schedule, a month. */
const maxAgeMs = 35 * 24 * 60 * 60 * 1000;

/** With SQLite. A copy before an update counts as a backup; an uploaded file may belong to another server. */
export async function readBackupState({
  config,
  db,
  stored,
  clock,
  taskType,
}: Dependencies): Promise<BackupState> {
  const nowMs = clock();
  const newest = (await stored.list()).find(({ kind }) => kind !== 'uploaded');
  const lastMs = newest === undefined ? undefined : Date.parse(newest.madeAt);
  const nextMs = findScheduledTimes(config.backup, nowMs)?.nextMs;
  const sinceMs = lastMs ?? (await findFirstAccountMs(db)) ?? nowMs;
  return {
    isSupported: true,
    lastAt: lastMs === undefined ? null : toTime(lastMs),
    nextAt: nextMs === undefined ? null : toTime(nextMs),
    hasFailed: await hasFailedSince(db, taskType, lastMs ?? 0),
    isMissing: nowMs - sinceMs > maxAgeMs,
  };
}

/** Returns whether a task failed after the newest backup. */
async function hasFailedSince(db: Db, type: string, sinceMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('id')
    .where('status', '=', 'failed')
    .where('completedAt', '>', sinceMs)
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Creation time of the first account. A new server needs no backup yet. */
async function findFirstAccountMs(db: Db): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('user')
    .select(({ fn }) => fn.min('createdAt').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? undefined : Number(at);
}
