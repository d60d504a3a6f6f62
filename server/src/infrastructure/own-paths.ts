// The folders and files that the server writes for itself.
import type { Config } from './config/schema.ts';
import { findDatabaseFile } from './database/open.ts';

/**
 * The data folder, the database's files if they are elsewhere, and the folders of the page cache and of scheduled
 * backups.
 */
export function listOwnPaths(config: Config): string[] {
  const file = findDatabaseFile(config);
  const files = file === undefined ? [] : ['', '-wal', '-shm'].map((end) => file + end);
  const folders = [config.dataDir, config.pdf.pageCache.dir, config.backup.dir];
  return [...folders, ...files].filter((path) => path !== undefined);
}
