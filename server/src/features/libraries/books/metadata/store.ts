// All SQL of edited books: their layers and the derived rows.
import type { DatabaseDialect, Db, Tx } from '#infrastructure/database/dialect.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/libraries/book.ts';
import type { BookEditTable } from '#schema/tables/libraries/edit.ts';
import { valueColumns } from './fields.ts';

export const list = async (tx: Db, bookIds: readonly string[]): Promise<BookEditTable[]> =>
  bookIds.length === 0 ? [] : tx.selectFrom('bookEdit').selectAll().where('bookId', 'in', bookIds).execute();

export const listBooks = async (tx: Tx, bookIds: readonly string[]): Promise<BookTable[]> =>
  bookIds.length === 0 ? [] : tx.selectFrom('book').selectAll().where('id', 'in', bookIds).execute();

/** Locks the rows until the transaction ends and returns their current state. */
export const lockBooks = async (
  tx: Tx,
  bookIds: readonly string[],
  lockingRows: DatabaseDialect['lockingRows'],
): Promise<BookTable[]> =>
  bookIds.length === 0
    ? []
    : tx
        .selectFrom('book')
        .selectAll()
        .where('id', 'in', bookIds)
        .orderBy('id')
        .modifyEnd(lockingRows)
        .execute();

export const listMetadata = async (tx: Db, bookIds: readonly string[]): Promise<BookMetadataTable[]> =>
  bookIds.length === 0
    ? []
    : tx.selectFrom('bookMetadata').selectAll().where('bookId', 'in', bookIds).execute();

/** The columns of the values. */
export const listValues = async (db: Db, bookIds: readonly string[]) =>
  bookIds.length === 0
    ? []
    : db
        .selectFrom('bookMetadata')
        .select(['bookId', ...valueColumns])
        .where('bookId', 'in', bookIds)
        .execute();

/** The same with locks and edits. A book with edits has a metadata row. */
export const listLocked = async (db: Db, bookIds: readonly string[]) =>
  bookIds.length === 0
    ? []
    : db
        .selectFrom('bookMetadata')
        .leftJoin('bookEdit', 'bookEdit.bookId', 'bookMetadata.bookId')
        .select(['bookMetadata.bookId', 'bookMetadata.updatedAt', 'bookEdit.locks', 'bookEdit.edits'])
        .select(valueColumns)
        .where('bookMetadata.bookId', 'in', bookIds)
        .execute();

export async function save(tx: Tx, row: BookEditTable): Promise<void> {
  const { bookId: _, ...change } = row;
  await tx
    .insertInto('bookEdit')
    .values(row)
    .onConflict((conflict) => conflict.column('bookId').doUpdateSet(change))
    .execute();
}

/** Returns whether an edit was copied. Does nothing if the target already has one. */
export async function copyEdit(tx: Tx, from: string, to: string): Promise<boolean> {
  const edits = await list(tx, [from, to]);
  const [edit] = edits;
  if (!edit || edits.length > 1 || edit.bookId === to) return false;
  await save(tx, { ...edit, bookId: to });
  return true;
}

export async function saveProvided(tx: Tx, bookId: string, provided: string | null): Promise<void> {
  await tx.updateTable('bookEdit').set({ provided }).where('bookId', '=', bookId).execute();
}

export async function remove(tx: Tx, bookId: string): Promise<void> {
  await tx.deleteFrom('bookEdit').where('bookId', '=', bookId).execute();
}

export async function saveMetadata(tx: Tx, row: BookMetadataTable): Promise<void> {
  const { bookId: _, id: __, createdAt: ___, ...change } = row;
  await tx
    .insertInto('bookMetadata')
    .values(row)
    .onConflict((conflict) => conflict.column('bookId').doUpdateSet(change))
    .execute();
}

export async function updateBook(tx: Tx, id: string, change: Partial<BookTable>): Promise<void> {
  await tx.updateTable('book').set(change).where('id', '=', id).execute();
}
