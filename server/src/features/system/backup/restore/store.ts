// Reads facts from the database of a backup before it is restored.
import { listLibraryFolders } from '#catalog/library-folders.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

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
