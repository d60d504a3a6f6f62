// All SQL of annotations. Every statement is restricted to one user.

import type { AnnotationColor, AnnotationKind } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import { type MovedRows, moveRows } from '#infrastructure/database/move-rows.ts';
import type { AnnotationTable } from '#schema/tables/reading/annotation.ts';

interface OfBook {
  userId: string;
  bookId: string;
  kind?: AnnotationKind | undefined;
}

export interface AnnotationFilter {
  userId: string;
  kind?: AnnotationKind | undefined;
  color?: AnnotationColor | undefined;
  withNote?: boolean | undefined;
  /** Case- and accent-folded. */
  search?: string | undefined;
}

/** LIKE pattern that matches the text anywhere. */
const toPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function alive(query: Db | Tx, { userId, bookId, kind }: OfBook) {
  const rows = query
    .selectFrom('annotation')
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .where('deletedAt', 'is', null);
  return kind === undefined ? rows : rows.where('kind', '=', kind);
}

/** Includes deleted annotations. Uses the primary key. */
export const find = (query: Db | Tx, userId: string, id: string): Promise<AnnotationTable | undefined> =>
  query
    .selectFrom('annotation')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Uses the index annotation_place. */
export async function count(query: Db | Tx, of: OfBook): Promise<number> {
  const row = await alive(query, of)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts the annotations in all books, including deleted ones. Uses the primary key. */
export async function countAll(query: Db | Tx, userId: string): Promise<number> {
  const row = await query
    .selectFrom('annotation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Uses the index annotation_place. */
export const list = (
  db: Db,
  of: OfBook,
  { limit, offset }: { limit: number; offset: number },
): Promise<AnnotationTable[]> =>
  alive(db, of).selectAll().orderBy('totalProgression').orderBy('id').limit(limit).offset(offset).execute();

/** Ids and books of all matching annotations, newest first. */
export function listKeys(
  db: Db,
  { userId, kind, color, withNote, search }: AnnotationFilter,
): Promise<Pick<AnnotationTable, 'id' | 'bookId'>[]> {
  let rows = db
    .selectFrom('annotation')
    .select(['id', 'bookId'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null);
  if (kind !== undefined) rows = rows.where('kind', '=', kind);
  if (color !== undefined) rows = rows.where('color', '=', color);
  if (withNote !== undefined) rows = rows.where('note', withNote ? 'is not' : 'is', null);
  if (search) rows = rows.where(sql<boolean>`folded like ${toPattern(search)} escape '\\'`);
  return rows.orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
}

export const listByIds = (db: Db, userId: string, ids: readonly string[]): Promise<AnnotationTable[]> =>
  db.selectFrom('annotation').selectAll().where('userId', '=', userId).where('id', 'in', ids).execute();

export async function save(tx: Tx, row: AnnotationTable): Promise<void> {
  const { id: _, userId: __, bookId: ___, createdAt: ____, ...change } = row;
  await tx
    .insertInto('annotation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(change))
    .execute();
}

/** Removes ids of annotations deleted before a time: no device is expected to be offline for so long. */
export async function forgetDeleted(tx: Tx, userId: string, beforeMs: number): Promise<void> {
  await tx.deleteFrom('annotation').where('userId', '=', userId).where('deletedAt', '<', beforeMs).execute();
}

/** Moves the annotations, including deleted ones, of all users to another book. Returns their ids. */
export const moveToBook = (
  tx: Tx,
  books: { from: string; to: string },
  selection: MovedRows = {},
): Promise<string[]> =>
  moveRows(tx, { table: 'annotation', owner: 'bookId', time: 'createdAt' }, { ...books, ...selection });
