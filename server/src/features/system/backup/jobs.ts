// Looking into backups, inside a worker process: they are untrusted, and proving a database takes its time.
import type { Manifest } from './contents.ts';
import type { PreparedRestore, RestoreFolder } from './prepare-restore.ts';

/** Loaded when it is needed: no other job knows a database. */
const load = () => import('./prepare-restore.ts');

export const backupJobs = {
  'backup.stage': async ({
    source,
    place,
  }: {
    source: string;
    place: RestoreFolder;
  }): Promise<PreparedRestore> => (await load()).prepareRestore(source, place),

  'backup.describe': async ({ source }: { source: string }): Promise<Manifest | null> =>
    (await load()).describeBackup(source),
};
