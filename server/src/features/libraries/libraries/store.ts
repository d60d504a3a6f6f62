// All SQL that writes libraries and their folders.
import { sql } from 'kysely';
import { booksInScope, type Scope } from '#catalog/visible.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { LibraryRootTable, LibraryTable } from '#schema/tables/libraries/library.ts';

export interface LibraryWithRoots extends LibraryTable {
  roots: LibraryRootTable[];
}

async function withRoots(db: Db, rows: LibraryTable[]): Promise<LibraryWithRoots[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const roots = await db
    .selectFrom('libraryRoot')
    .selectAll()
    .where('libraryId', 'in', ids)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, roots: roots.filter((root) => root.libraryId === row.id) }));
}

/** Libraries that are not removed. */
const selectLibraries = (db: Db) => db.selectFrom('library').selectAll().where('deletedAt', 'is', null);

export async function list(
  db: Db,
  ids: readonly string[],
  { page, pageSize }: { page: number; pageSize: number },
): Promise<LibraryWithRoots[]> {
  if (ids.length === 0) return [];
  const inOrder = selectLibraries(db).where('id', 'in', ids).orderBy('nameKey').orderBy('id');
  const rows = await inOrder
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return withRoots(db, rows);
}

export async function find(db: Db, id: string): Promise<LibraryWithRoots | undefined> {
  const rows = await selectLibraries(db).where('id', '=', id).execute();
  return (await withRoots(db, rows))[0];
}

export const listAll = async (db: Db): Promise<LibraryWithRoots[]> =>
  withRoots(db, await selectLibraries(db).orderBy('nameKey').execute());

export async function listIdsByName(db: Db, nameFolded: string): Promise<string[]> {
  const rows = await selectLibraries(db).where('nameFolded', '=', nameFolded).execute();
  return rows.map(({ id }) => id);
}

export async function insert(db: Db, row: LibraryTable): Promise<void> {
  await db.insertInto('library').values(row).execute();
}

export async function update(db: Db, id: string, change: Partial<LibraryTable>): Promise<void> {
  await db.updateTable('library').set(change).where('id', '=', id).execute();
}

export async function insertRoot(db: Db, root: LibraryRootTable): Promise<void> {
  await db.insertInto('libraryRoot').values(root).execute();
}

export async function updateRoot(db: Db, id: string, change: Partial<LibraryRootTable>): Promise<void> {
  await db.updateTable('libraryRoot').set(change).where('id', '=', id).execute();
}

/** Number of books in a root that are not deleted and are in the scope (index book_rootId_folder_fileName_key). */
export async function countBooks(database: Database, rootId: string, scope: Scope): Promise<number> {
  if (scope.libraryIds.length === 0) return 0;
  const conditions = [sql`book."rootId" = ${rootId} and book."deletedAt" is null`, ...booksInScope(scope)];
  const [row] = await runLongQuery<{ count: number }>(
    database,
    sql`select count(*) as count from book where ${sql.join(conditions, sql` and `)}`,
  );
  return Number(row?.count ?? 0);
}
