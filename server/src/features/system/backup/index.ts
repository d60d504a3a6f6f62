// Backups: a copy of the SQLite database, including uploaded covers, as a zip; and restoring them.
import { join } from 'node:path';
import { backup as contract } from '@lectern/contract/system/backup';
import type { Database } from '#infrastructure/database/dialect.ts';
import { findDatabaseFile } from '#infrastructure/database/open.ts';
import { toContentDisposition } from '#infrastructure/http/content-disposition.ts';
import { answer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createBackupMaker, removeLeftovers } from './make.ts';
import { removeUnplanned } from './restore/apply.ts';
import { type ScheduleDependencies, ScheduledBackups } from './scheduled.ts';
import { type BackupDependencies, type BackupService, createBackupService } from './service.ts';
import { type BackupState, readBackupState } from './state.ts';
import { createStoredBackups, type StoredBackups, toMoment } from './stored.ts';

export { backUpTo, type Restored, restoreFrom } from './command-line.ts';
export { findNewestBackup } from './newest.ts';
export { applyRestore, forgetAppliedRestore, type RestoreNote } from './restore/apply.ts';
export type { BackupService, BackupState };

interface Dependencies
  extends Omit<BackupDependencies, 'stored' | 'folders' | 'make'>,
    Omit<ScheduleDependencies, 'stored' | 'make' | 'isEmbedded'> {
  database: Database;
  /** Whether a server is using the same SQLite database. It may be preparing a restore. */
  besideServer: boolean;
}

export class Backup {
  readonly #deps: Dependencies;
  readonly #stored: StoredBackups;
  readonly service: BackupService;
  readonly routes: MountedRoute[];
  readonly scheduled: ScheduledBackups;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const make = createBackupMaker(deps.config.dataDir, deps.database, deps.clock);
    const databaseFile = findDatabaseFile(deps.config);
    const folders = databaseFile === undefined ? undefined : { dataDir: deps.config.dataDir, databaseFile };
    if (folders && !deps.besideServer) removeUnplanned(folders);
    const stored = createStoredBackups(
      { dataDir: deps.config.dataDir, scheduledDir: deps.config.backup.dir },
      deps.clock,
    );
    this.#stored = stored;
    this.service = createBackupService({ ...deps, stored, folders, make });
    const isEmbedded = folders !== undefined;
    this.routes = implement(contract, {
      download: () =>
        bytesAnswer({
          mediaType: 'application/zip',
          cacheControl: 'no-store',
          headers: { 'Content-Disposition': toContentDisposition(`lectern-${toMoment(deps.clock())}.zip`) },
          body: make,
        }),
      list: async () => ({ backups: await this.service.list() }),
      make: async () => answer(await this.service.make(), { status: 201 }),
      upload: async ({ request }) =>
        answer(await this.service.upload((await request.openUpload()).stream), { status: 201 }),
      get: ({ params }) => this.service.get(params.name),
      remove: ({ params }) => this.service.remove(params.name),
      restore: async ({ viewer, params, request }) =>
        answer(await this.service.restore(viewer, params.name, request.ip), { status: 202 }),
    });
    this.scheduled = new ScheduledBackups({ ...deps, stored, make, isEmbedded });
  }

  async state(): Promise<BackupState> {
    const { config, database, clock } = this.#deps;
    if (findDatabaseFile(config) === undefined)
      return { isSupported: false, lastAt: null, nextAt: null, hasFailed: false, isMissing: false };
    const { type: taskType } = this.scheduled.task;
    return readBackupState({ config, db: database.db, stored: this.#stored, clock, taskType });
  }

  /** Removes unfinished files of an earlier process. */
  cleanUp(): Promise<void> {
    return removeLeftovers(join(this.#deps.config.dataDir, 'backups'), true);
  }
}
