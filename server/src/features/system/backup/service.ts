// Stored backups, and restoring one of them.
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Restore, StoredBackup } from '@lectern/contract/backup';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { AllowedPaths } from '#infrastructure/confinement/confinement.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { type DataFolders, forgetAppliedRestore, planTaking, toRestoreFolder } from './apply-restore.ts';
import type { Manifest } from './contents.ts';
import { notHere } from './make.ts';
import type { PreparedRestore } from './prepare-restore.ts';
import { toProblem } from './refusal.ts';
import type { StoredBackups } from './stored.ts';

interface Dependencies {
  stored: StoredBackups;
  /** Undefined with PostgreSQL. */
  folders: DataFolders | undefined;
  make(): Promise<Readable>;
  /** Inspecting a file is short and interactive, verifying one takes long. */
  pools: Record<'interactive' | 'background', Pick<WorkerPool, 'run'>>;
  clock: Clock;
  /** Restarts the server after its responses were sent; undefined where nothing starts it again. */
  restart: (() => void) | undefined;
}

/** Verifying a large database takes minutes. */
const stageMs = 60 * 60 * 1000;
const describeMs = 60_000;

export function createBackupService({ stored, folders, make, pools, clock, restart }: Dependencies) {
  let isRestoring = false;

  /** In a separate process: no process that parses books may read a backup. */
  async function run<T>(
    name: 'backup.describe' | 'backup.stage',
    { input, alone }: { input: { source: string }; alone: AllowedPaths },
  ): Promise<T> {
    try {
      if (name === 'backup.describe')
        return (await pools.interactive.run({ name, input, timeoutMs: describeMs, roots: [], alone })) as T;
      return (await pools.background.run({ name, input, timeoutMs: stageMs, roots: [], alone })) as T;
    } catch (error) {
      throw toProblem(error);
    }
  }

  return {
    list: () => stored.list(),

    make: async (): Promise<StoredBackup> => stored.keep('lectern', await make()),

    async upload(bytes: Readable): Promise<StoredBackup> {
      if (!folders) {
        bytes.destroy();
        throw notHere();
      }
      return stored.keep('uploaded', bytes, async (source) => {
        const manifest = await run<Manifest | null>('backup.describe', {
          input: { source },
          alone: { reads: [source], writes: [] },
        });
        return manifest ? '.zip' : '.db';
      });
    },

    get: (name: string) => stored.send(name),

    remove: (name: string) => stored.remove(name),

    async restore(viewer: Viewer, name: string, address: string): Promise<Restore> {
      await stored.get(name);
      if (!folders) throw notHere();
      if (isRestoring) throw conflict(reason('restore_running'));
      isRestoring = true;
      try {
        forgetAppliedRestore(folders.dataDir);
        const place = toRestoreFolder(folders);
        const source = stored.pathOf(name);
        // Data are staged on the disk of those that they replace.
        const writes = [folders.dataDir, dirname(folders.databaseFile)];
        const input = { source, place };
        const staged = await run<PreparedRestore>('backup.stage', {
          input,
          alone: { reads: [source], writes },
        });
        const by = { userId: viewer.userId, address };
        const setAside = planTaking({
          folders,
          hasCovers: staged.hasCovers,
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
