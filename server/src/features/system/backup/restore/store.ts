// The SQL that checks a database before it is restored.
import { listLibraryFolders } from '#catalog/library-folders.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

export interface Facts {
  /** Whether there is an administrator. */
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
