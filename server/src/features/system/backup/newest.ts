// The newest backup on the disks of the server, for advice when the database is damaged.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#infrastructure/config/schema.ts';

const backupName = /^(lectern-.*\.zip|uploaded-.*\.(zip|db)|before-migration-.*\.db)$/;

/** The path of the newest file in the folders of backups; undefined when there is none. */
export function findNewestBackup({
  dataDir,
  backup,
}: Pick<Config, 'dataDir' | 'backup'>): string | undefined {
  const folders = [join(dataDir, 'backups'), backup.dir].filter((folder) => folder !== undefined);
  const [newest] = folders.flatMap(listBackups).toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  return newest?.path;
}

function listBackups(folder: string): { path: string; modifiedMs: number }[] {
  try {
    return readdirSync(folder)
      .filter((name) => backupName.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ path, modifiedMs: statSync(path).mtimeMs }));
  } catch {
    return [];
  }
}
