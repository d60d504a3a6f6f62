// Backups that the server makes by itself. Once an hour it compares the newest with the schedule, so that a server that
// was off at that hour makes its backup later.
import type { Readable } from 'node:stream';
import type { StoredBackup } from '@lectern/contract/backup';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { reason, systemCodeOf } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import {
  administration,
  defineTask,
  PermanentFailure,
  type TaskDefinition,
} from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import type { StoredBackups } from './stored.ts';

type BackupSchedule = Config['backup'];

/**
 * Whether a scheduled backup is to be made: the last moment of the schedule has passed since the newest one. Moments
 * are in the time zone of the process.
 */
export function isBackupDue(
  { schedule, hour }: Pick<BackupSchedule, 'schedule' | 'hour'>,
  newestMs: number | undefined,
  nowMs: number,
): boolean {
  if (schedule === 'off') return false;
  const now = new Date(nowMs);
  const day = { daily: now.getDate(), weekly: now.getDate() - now.getDay(), monthly: 1 }[schedule];
  const [monthsApart, daysApart] = ({ daily: [0, 1], weekly: [0, 7], monthly: [1, 0] } as const)[schedule];
  // Each is made anew: on a day that lacks the hour, as clocks are changed, it is later, and days before are not.
  const toMoment = (ago: 0 | 1) =>
    new Date(now.getFullYear(), now.getMonth() - ago * monthsApart, day - ago * daysApart, hour).getTime();
  const latest = toMoment(0) <= nowMs ? toMoment(0) : toMoment(1);
  return newestMs === undefined || newestMs < latest;
}

interface Dependencies {
  config: Config;
  stored: StoredBackups;
  make(): Promise<Readable>;
  /** A database that is a server of its own has its own tools. */
  isEmbedded: boolean;
  clock: Clock;
  queue: TaskQueue;
  schedules: Schedules;
  log: Log;
}

export interface ScheduledBackups {
  task: TaskDefinition<Record<string, never>>;
  /** Starts the schedule, and makes up for a backup that was missed. */
  start(): Promise<void>;
}

export function createScheduledBackups(deps: Dependencies): ScheduledBackups {
  const { config, queue, schedules, stored, clock } = deps;
  const task = defineTask<Record<string, never>>({
    type: 'backup.make',
    payload: z.object({}),
    key: () => 'all',
    subject: administration,
    priority: 20,
    attempts: 1,
    timeoutSeconds: 3_600,
    run: () => makeScheduled(deps),
  });
  async function enqueueWhenDue(): Promise<void> {
    if (!deps.isEmbedded || config.backup.schedule === 'off') return;
    const newest = (await listScheduled(stored))[0];
    const newestMs = newest && Date.parse(newest.madeAt);
    if (isBackupDue(config.backup, newestMs, clock())) await queue.enqueue(task, {});
  }
  return {
    task,
    async start() {
      if (!deps.isEmbedded && config.backup.schedule !== 'off')
        deps.log.warn(
          'backup.schedule has no effect: the database is a server of its own; schedule its own tools',
        );
      schedules.set({ name: task.type, cron: '1 * * * *', act: enqueueWhenDue });
      await enqueueWhenDue();
    },
  };
}

/** Newest first. */
const listScheduled = async (stored: StoredBackups): Promise<StoredBackup[]> =>
  (await stored.list()).filter(({ kind }) => kind === 'scheduled');

/** The surplus goes only after a new one is there. */
async function makeScheduled({ stored, make, config }: Dependencies) {
  const { name, sizeBytes } = await stored.keep('lectern-scheduled', await make()).catch((error: unknown) => {
    const { dir: path } = config.backup;
    const isMissing = path !== undefined && systemCodeOf(error) === 'ENOENT';
    throw isMissing ? new PermanentFailure(reason('backup_folder_missing', { path })) : error;
  });
  const surplus = (await listScheduled(stored)).slice(config.backup.keep);
  for (const old of surplus) await stored.remove(old.name);
  return { backup: name, sizeBytes, backupsDeleted: surplus.length };
}
