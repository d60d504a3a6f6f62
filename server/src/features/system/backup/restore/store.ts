// The SQL of databases in backups: checks before a restore, and missing covers.
import { listLibraryFolders } from '#catalog/library-folders.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { listMigrationsOf, pluckFrom } from '#infrastructure/database/restorable.ts';
import { coversInTheDatabase } from '#schema/migrations/0002-0009/0004-covers-in-the-database.ts';

export interface Facts {
  /** Whether an administrator exists. */
  hasAdmin: boolean;
  /** Folders of the libraries. */
  roots: string[];
}

export async function readFacts(db: Db): Promise<Facts> {
  const admin = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('isActive', '=', 1)
    .limit(1)
    .executeTakeFirst();
  const folders = await listLibraryFolders(db);
  return { hasAdmin: admin !== undefined, roots: folders.map(({ path }) => path).toSorted() };
}

/**
 * Returns ids of uploaded covers that a database file does not contain: all, if it is from a version that stored them
 * as files.
 */
export function listCoversOutside(file: string): string[] {
  const holdsCovers = listMigrationsOf(file).includes(coversInTheDatabase.name);
  const others = holdsCovers ? ' where id not in (select "coverId" from "coverImage")' : '';
  return pluckFrom(file, `select id from cover${others}`);
}
