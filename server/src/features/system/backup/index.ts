// Backups: a copy of the SQLite database, including uploaded covers, as a zip; and restoring them.
import { join } from 'node:path';
import { backup as contract } from '@lectern/contract/system/backup';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { findDatabaseFile } from '#infrastructure/database/open.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { answer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createBackupMaker, removeLeftovers } from './make.ts';
import { removeUnplanned } from './restore/apply.ts';
import { createScheduledBackups, type ScheduledBackups } from './scheduled.ts';
import { type BackupService, createBackupService } from './service.ts';
import { createStoredBackups, toMoment } from './stored.ts';

export { backUpTo, type Restored, restoreFrom } from './command-line.ts';
export { findNewestBackup } from './newest.ts';
export { applyRestore, forgetAppliedRestore, type RestoreNote } from './restore/apply.ts';
export type { BackupService };

interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  pools: Record<'interactive' | 'background', WorkerPool>;
  restart: (() => void) | undefined;
  queue: TaskQueue;
  schedules: Schedules;
  log: Log;
}

export interface Backup {
  routes: MountedRoute[];
  service: BackupService;
  scheduled: ScheduledBackups;
  /** Removes unfinished files of an earlier process. */
  cleanUp(): Promise<void>;
}

export function createBackup(deps: Dependencies): Backup {
  const { config, database, clock, pools, restart } = deps;
  const { dataDir } = config;
  const make = createBackupMaker({ dataDir, database, clock });
  const databaseFile = findDatabaseFile(config);
  const folders = databaseFile === undefined ? undefined : { dataDir, databaseFile };
  if (folders) removeUnplanned(folders);
  const stored = createStoredBackups({ dataDir, scheduledDir: config.backup.dir }, clock);
  const service = createBackupService({ stored, folders, make, pools, clock, restart });
  const isEmbedded = folders !== undefined;
  return {
    service,
    scheduled: createScheduledBackups({ ...deps, stored, make, isEmbedded }),
    cleanUp: () => removeLeftovers(join(config.dataDir, 'backups'), true),
    routes: implement(contract, {
      download: () =>
        bytesAnswer({
          mediaType: 'application/zip',
          cacheControl: 'no-store',
          headers: { 'Content-Disposition': toContentDisposition(`lectern-${toMoment(clock())}.zip`) },
          body: make,
        }),
      list: async () => ({ backups: await service.list() }),
      make: async () => answer(await service.make(), { status: 201 }),
      upload: async ({ request }) =>
        answer(await service.upload((await request.openUpload()).stream), { status: 201 }),
      get: ({ params }) => service.get(params.name),
      remove: ({ params }) => service.remove(params.name),
      restore: async ({ viewer, params, request }) =>
        answer(await service.restore(viewer, params.name, request.ip), { status: 202 }),
    }),
  };
}
