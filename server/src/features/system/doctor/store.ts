// What the database says that can be compared with the world outside.
import type { Db } from '#infrastructure/database/dialect.ts';

export interface LibraryFolder {
  library: string;
  path: string;
}

export const listLibraryFolders = (db: Db): Promise<LibraryFolder[]> =>
  db
    .selectFrom('libraryRoot')
    .innerJoin('library', 'library.id', 'libraryRoot.libraryId')
    .select(['library.name as library', 'libraryRoot.path'])
    .where('libraryRoot.removedAt', 'is', null)
    .where('library.deletedAt', 'is', null)
    .orderBy('library.nameKey')
    .orderBy('libraryRoot.position')
    .execute();

/** When something was last written, by the clock of then. Milliseconds since 1970. */
export async function findLastWrite(db: Db): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.max('createdAt').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? undefined : Number(at);
}
