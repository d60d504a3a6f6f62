// Scheduled backups. Every hour, the newest backup is compared with the schedule, so that a server that was off at that
// hour creates its backup later.
import type { Readable } from 'node:stream';
import type { StoredBackup } from '@lectern/contract/system/backup';
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
 * Returns whether the last scheduled time has passed since the newest backup. Times are in the time zone of the
 * process.
 */
export function isBackupDue(
  { schedule, hour }: Pick<BackupSchedule, 'schedule' | 'hour'>,
  newestMs: number | undefined,
  nowMs: number,
): boolean {
  const times = findScheduledTimes({ schedule, hour }, nowMs);
  return times !== undefined && (newestMs === undefined || newestMs < times.latestMs);
}

/** Returns the last scheduled time and the next one. Undefined without a schedule. */
export function findScheduledTimes(
  { schedule, hour }: Pick<BackupSchedule, 'schedule' | 'hour'>,
  nowMs: number,
): { latestMs: number; nextMs: number } | undefined {
  if (schedule === 'off') return undefined;
  const now = new Date(nowMs);
  const day = { daily: now.getDate(), weekly: now.getDate() - now.getDay(), monthly: 1 }[schedule];
  const [monthsApart, daysApart] = ({ daily: [0, 1], weekly: [0, 7], monthly: [1, 0] } as const)[schedule];
  // Each time is computed from the date: on a day without the hour, because of daylight saving, it is later, and other
  // days are not affected.
  const toMoment = (ago: -1 | 0 | 1) =>
    new Date(now.getFullYear(), now.getMonth() - ago * monthsApart, day - ago * daysApart, hour).getTime();
  return toMoment(0) <= nowMs
    ? { latestMs: toMoment(0), nextMs: toMoment(-1) }
    : { latestMs: toMoment(1), nextMs: toMoment(0) };
}

export interface ScheduleDependencies {
  config: Config;
  stored: StoredBackups;
  make(): Promise<Readable>;
  /** Whether the database is SQLite. PostgreSQL has its own backup tools. */
  isEmbedded: boolean;
  clock: Clock;
  queue: TaskQueue;
  schedules: Schedules;
  log: Log;
}

export class ScheduledBackups {
  readonly #deps: ScheduleDependencies;
  readonly task: TaskDefinition<Record<string, never>>;
  readonly #enqueueWhenDue = async (): Promise<void> => {
    if (!this.#deps.isEmbedded || this.#deps.config.backup.schedule === 'off') return;
    const newest = (await listScheduled(this.#deps.stored))[0];
    const newestMs = newest && Date.parse(newest.madeAt);
    if (isBackupDue(this.#deps.config.backup, newestMs, this.#deps.clock()))
      await this.#deps.queue.enqueue(this.task, {});
  };

  constructor(deps: ScheduleDependencies) {
    this.#deps = deps;
    this.task = defineTask<Record<string, never>>({
      type: 'backup.make',
      payload: z.object({}),
      key: () => 'all',
      subject: administration,
      priority: 20,
      attempts: 1,
      timeoutSeconds: 3_600,
      run: () => this.#makeScheduled(),
    });
  }

  /** Starts the schedule, and creates a missed backup. */
  async start(): Promise<void> {
    if (!this.#deps.isEmbedded && this.#deps.config.backup.schedule !== 'off')
      this.#deps.log.warn(
        'backup.schedule has no effect with a database server; schedule its own backup tools',
      );
    this.#deps.schedules.set({ name: this.task.type, cron: '1 * * * *', act: this.#enqueueWhenDue });
    await this.#enqueueWhenDue();
  }

  /** Surplus backups are deleted only after a new one is complete. */
  async #makeScheduled() {
    const { name, sizeBytes } = await this.#deps.stored
      .keep('lectern-scheduled', await this.#deps.make())
      .catch((error: unknown) => {
        const { dir: path } = this.#deps.config.backup;
        const isMissing = path !== undefined && systemCodeOf(error) === 'ENOENT';
        throw isMissing ? new PermanentFailure(reason('backup_folder_missing', { path })) : error;
      });
    const surplus = (await listScheduled(this.#deps.stored)).slice(this.#deps.config.backup.keep);
    for (const old of surplus) await this.#deps.stored.remove(old.name);
    return { backup: name, sizeBytes, backupsDeleted: surplus.length };
  }
}

/** Newest first. */
const listScheduled = async (stored: StoredBackups): Promise<StoredBackup[]> =>
  (await stored.list()).filter(({ kind }) => kind === 'scheduled');
