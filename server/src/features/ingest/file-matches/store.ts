// All SQL of file matches.

import { chunks } from '#infrastructure/chunks.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { FileMatchTable } from '#schema/tables/ingest/file-match.ts';

const chunkSize = 100;
/** Matches of a book. Older ones are deleted. */
const maxMatches = 20;

export async function insert(tx: Tx, rows: readonly FileMatchTable[]): Promise<void> {
  for (const part of chunks(rows, chunkSize)) {
    await tx.insertInto('fileMatch').values(part).execute();
    const ids = part.map(({ bookId }) => bookId);
    const full = await tx
      .selectFrom('fileMatch')
      .select('bookId')
      .where('bookId', 'in', ids)
      .groupBy('bookId')
      .having((eb) => eb(eb.fn.countAll(), '>', maxMatches))
      .execute();
    for (const { bookId } of full) {
      const old = (await list(tx, bookId)).slice(maxMatches).map(({ id }) => id);
      await tx.deleteFrom('fileMatch').where('id', 'in', old).execute();
    }
  }
}

/** Newest first (index fileMatch_book). */
export const list = (db: Db, bookId: string): Promise<FileMatchTable[]> =>
  db
    .selectFrom('fileMatch')
    .selectAll()
    .where('bookId', '=', bookId)
    .orderBy('matchedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Pairs of books that users have separated (index fileMatch_other). */
export const listSeparated = async (
  db: Db,
  ids: readonly string[],
): Promise<{ bookId: string; otherBookId: string | null }[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('fileMatch')
        .select(['bookId', 'otherBookId'])
        .where('undoneAt', 'is not', null)
        .where(({ or, eb }) => or([eb('bookId', 'in', ids), eb('otherBookId', 'in', ids)]))
        .execute();

/** Returns false if the match was undone meanwhile. */
export async function markUndone(
  tx: Tx,
  id: string,
  change: { undoneAt: number; otherBookId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('fileMatch')
    .set(change)
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Matches in effect of books whose copies disappeared, newest first (index fileMatch_other). */
export const listFollowed = async (db: Db, otherBookIds: readonly string[]): Promise<FileMatchTable[]> =>
  otherBookIds.length === 0
    ? []
    : db
        .selectFrom('fileMatch')
        .selectAll()
        .where('otherBookId', 'in', otherBookIds)
        .where('kind', '=', 'same_copy')
        .where('undoneAt', 'is', null)
        .orderBy('matchedAt', 'desc')
        .execute();

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('fileMatch').where('id', '=', id).execute();
}
