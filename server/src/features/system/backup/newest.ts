// Finds the newest backup while the server is stopped, to recommend it if the database is damaged.
import type { Config } from '#infrastructure/config/schema.ts';
import { createStoredBackups } from './stored.ts';

/** Returns the path of the newest backup; undefined if none exists. */
export async function findNewestBackup({
  dataDir,
  backup,
}: Pick<Config, 'dataDir' | 'backup'>): Promise<string | undefined> {
  const stored = createStoredBackups({ dataDir, scheduledDir: backup.dir }, Date.now);
  const [newest] = await stored.list();
  return newest && stored.pathOf(newest.name);
}
