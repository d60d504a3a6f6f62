// Inspects backups in a worker process, because they are untrusted and checking a database takes long.
import type { Manifest } from './restore/contents.ts';
import type { PreparedRestore, RestoreFolder } from './restore/prepare.ts';

/** Loaded on demand: no other job needs a database. */
const load = () => import('./restore/prepare.ts');

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
