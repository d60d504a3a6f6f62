// Backups of the server are zips. One that lies in a library must never become a book that readers can download.
import type { ArchiveIndex } from './entry.ts';

/** Names that every backup has at its top; features/backup writes them. */
export const backupManifestName = 'manifest.json';
export const backupDatabaseName = 'lectern.db';

export function isBackup({ entries }: ArchiveIndex): boolean {
  const has = (wanted: string) => entries.some(({ name }) => name === wanted);
  return has(backupManifestName) && has(backupDatabaseName);
}
