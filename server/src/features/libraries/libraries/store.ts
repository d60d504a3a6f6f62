// All SQL that writes libraries and their folders.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { LibraryRootTable, LibraryTable } from '#schema/tables/library.ts';

export interface LibraryWithRoots extends LibraryTable {
  roots: LibraryRootTable[];
}

export type LibraryStore = ReturnType<typeof createLibraryStore>;

export function createLibraryStore(db: Db) {
  const withRoots = async (rows: LibraryTable[], on: Db | Tx = db): Promise<LibraryWithRoots[]> => {
    if (rows.length === 0) return [];
    const roots = await on
      .selectFrom('libraryRoot')
      .selectAll()
      .where(
        'libraryId',
        'in',
        rows.map((row) => row.id),
      )
      .where('removedAt', 'is', null)
      .orderBy('position')
      .execute();
    return rows.map((row) => ({ ...row, roots: roots.filter((root) => root.libraryId === row.id) }));
  };
  return {
    async list(
      ids: readonly string[],
      page: { page: number; pageSize: number },
    ): Promise<LibraryWithRoots[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('library')
        .selectAll()
        .where('id', 'in', ids)
        .where('deletedAt', 'is', null)
        .orderBy('nameKey')
        .orderBy('id')
        .limit(page.pageSize)
        .offset((page.page - 1) * page.pageSize)
        .execute();
      return withRoots(rows);
    },

    async find(id: string, on: Db | Tx = db): Promise<LibraryWithRoots | undefined> {
      const rows = await on
        .selectFrom('library')
        .selectAll()
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .execute();
      return (await withRoots(rows, on))[0];
    },

    /** Every library that was not removed, with its folders. */
    async listAll(on: Db | Tx = db): Promise<LibraryWithRoots[]> {
      return withRoots(
        await on
          .selectFrom('library')
          .selectAll()
          .where('deletedAt', 'is', null)
          .orderBy('nameKey')
          .execute(),
        on,
      );
    },

    async listIdsByName(nameFolded: string, on: Db | Tx): Promise<string[]> {
      const rows = await on
        .selectFrom('library')
        .select('id')
        .where('nameFolded', '=', nameFolded)
        .where('deletedAt', 'is', null)
        .execute();
      return rows.map(({ id }) => id);
    },

    async insert(row: LibraryTable, on: Db | Tx): Promise<void> {
      await on.insertInto('library').values(row).execute();
    },

    async update(id: string, change: Partial<LibraryTable>, on: Db | Tx = db): Promise<void> {
      await on.updateTable('library').set(change).where('id', '=', id).execute();
    },

    async insertRoot(root: LibraryRootTable, on: Db | Tx): Promise<void> {
      await on.insertInto('libraryRoot').values(root).execute();
    },

    async updateRoot(id: string, change: Partial<LibraryRootTable>, on: Db | Tx): Promise<void> {
      await on.updateTable('libraryRoot').set(change).where('id', '=', id).execute();
    },
  };
}
