// The newest backup of a server that does not run, for advice when its database is damaged.
import type { Config } from '#infrastructure/config/schema.ts';
import { createStoredBackups } from './stored.ts';

/** The path of the newest backup; undefined when there is none. */
export async function findNewestBackup({
  dataDir,
  backup,
}: Pick<Config, 'dataDir' | 'backup'>): Promise<string | undefined> {
  const stored = createStoredBackups({ dataDir, scheduledDir: backup.dir }, Date.now);
  const [newest] = await stored.list();
  return newest && stored.pathOf(newest.name);
}
