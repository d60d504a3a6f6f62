// Current folders of the libraries.
import type { Db } from '#infrastructure/database/dialect.ts';

export interface LibraryFolder {
  /** Name of the library. */
  library: string;
  path: string;
}

/** Sorted by library, in the order of its folders. */
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
