// Recognizes backups of the server, which are zips. A backup inside a library must never become a
// downloadable book.
import type { ArchiveIndex } from './entry.ts';

/** Entry names at the top of every backup; written by features/backup. */
export const backupManifestName = 'manifest.json';
export const backupDatabaseName = 'lectern.db';

export function isBackup({ entries }: ArchiveIndex): boolean {
  const has = (wanted: string) => entries.some(({ name }) => name === wanted);
  return has(backupManifestName) && has(backupDatabaseName);
}
