// The SQL that checks a database before it is restored.
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
  const roots = await db
    .selectFrom('libraryRoot')
    .innerJoin('library', 'library.id', 'libraryRoot.libraryId')
    .select('libraryRoot.path')
    .where('libraryRoot.removedAt', 'is', null)
    .where('library.deletedAt', 'is', null)
    .orderBy('libraryRoot.path')
    .execute();
  return { hasAdmin: admin !== undefined, roots: roots.map(({ path }) => path) };
}
