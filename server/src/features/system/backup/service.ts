// Stored backups, and restoring one of them.
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Restore, StoredBackup } from '@lectern/contract/system/backup';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { AllowedPaths } from '#infrastructure/confinement/confinement.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { backupJobs } from './jobs.ts';
import { notHere } from './make.ts';
import { type DataFolders, forgetAppliedRestore, planTaking, toRestoreFolder } from './restore/apply.ts';
import type { PreparedRestore } from './restore/prepare.ts';
import { toProblem } from './restore/refusal.ts';
import type { StoredBackups } from './stored.ts';

export interface BackupDependencies {
  stored: StoredBackups;
  /** Undefined with PostgreSQL. */
  folders: DataFolders | undefined;
  make(): Promise<Readable>;
  /** Inspecting a file is short and interactive, verifying one takes long. */
  pools: Record<'interactive' | 'background', WorkerPool>;
  clock: Clock;
  /** Restarts the server after its responses were sent; undefined if it would not be started again. */
  restart: (() => void) | undefined;
}

const callJob = callerOf<typeof backupJobs>();
/** Verifying a large database takes minutes. */
const stageMs = 60 * 60 * 1000;
const describeMs = 60_000;

export type BackupService = ReturnType<typeof createBackupService>;

export function createBackupService({ stored, folders, make, pools, clock, restart }: BackupDependencies) {
  let isRestoring = false;

  // Uses separate processes, because no process that parses books may read a backup.
  const describe = (source: string) => {
    const alone: AllowedPaths = { reads: [source], writes: [] };
    const call = { input: { source }, timeoutMs: describeMs, roots: [], alone };
    return callJob(pools.interactive, 'backup.describe', call).catch(failAsProblem);
  };
  const stage = (source: string, to: DataFolders) => {
    // Data are staged on the disk of the data that they replace.
    const alone: AllowedPaths = { reads: [source], writes: [to.dataDir, dirname(to.databaseFile)] };
    const call = { input: { source, place: toRestoreFolder(to) }, timeoutMs: stageMs, roots: [], alone };
    return callJob(pools.background, 'backup.stage', call).catch(failAsProblem);
  };

  return {
    list: () => stored.list(),

    make: async (): Promise<StoredBackup> => stored.keep('lectern', await make()),

    async upload(bytes: Readable): Promise<StoredBackup> {
      if (!folders) {
        bytes.destroy();
        throw notHere();
      }
      return stored.keep('uploaded', bytes, async (source) => ((await describe(source)) ? '.zip' : '.db'));
    },

    get: (name: string) => stored.send(name),

    remove: (name: string) => stored.remove(name),

    /** Throws `forbidden` for an API key, because restored passwords and keys would outlive the key. */
    async restore(viewer: Viewer, name: string, address: string): Promise<Restore> {
      refuseApiKey(viewer);
      await stored.get(name);
      if (!folders) throw notHere();
      if (isRestoring) throw conflict(reason('restore_running'));
      isRestoring = true;
      try {
        forgetAppliedRestore(folders.dataDir);
        const staged = await stage(await stored.pathOf(name), folders);
        const by = { userId: viewer.userId, address };
        const setAside = planTaking({
          folders,
          startedAt: new Date(clock()),
          backup: name,
          by,
        });
        restart?.();
        return toRestore(name, staged, { setAside, isRestarting: restart !== undefined });
      } finally {
        isRestoring = false;
      }
    },
  };
}

function failAsProblem(error: unknown): never {
  throw toProblem(error);
}

const toRestore = (
  name: string,
  { manifest, isUpgraded, missingFolders }: PreparedRestore,
  taking: Pick<Restore, 'setAside' | 'isRestarting'>,
): Restore => ({
  name,
  madeAt: manifest?.madeAt ?? null,
  version: manifest?.version ?? null,
  isUpgraded,
  missingFolders,
  ...taking,
});
