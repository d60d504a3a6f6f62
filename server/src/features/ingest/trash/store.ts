// All SQL of the trash.
import { type RawBuilder, sql } from 'kysely';
import { type Scope, seriesInScope } from '#catalog/visible.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { TrashedFileTable } from '#schema/tables/ingest/trash.ts';

export type TrashedRow = TrashedFileTable;
export type ShownRow = TrashedRow & { username: string | null };

/** A file is as visible as its series. A viewer with series rules does not see files whose series was purged. */
function inScope(scope: Scope): RawBuilder<unknown> {
  const conditions = [sql`file."libraryId" in (${sql.join(scope.libraryIds)})`];
  if (scope.viewer.seriesRule)
    conditions.push(sql`exists (select 1 from series where series.id = file."seriesId"
      and ${sql.join(seriesInScope({ ...scope, isEverything: true }), sql` and `)})`);
  return sql.join(conditions, sql` and `);
}

interface Question {
  which: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
  window?: RawBuilder<unknown>;
}

const newestFirst = sql`file."deletedAt" desc, file.id desc`;

async function read(
  db: Db,
  scope: Scope,
  { which, order = newestFirst, window = sql`` }: Question,
): Promise<ShownRow[]> {
  if (scope.libraryIds.length === 0) return [];
  const { rows } = await sql<ShownRow>`
    select file.*, "user".username from "trashedFile" file left join "user" on "user".id = file."userId"
    where ${inScope(scope)} and ${which} order by ${order} ${window}`.execute(db);
  return rows.map((row) => ({
    ...row,
    sizeBytes: Number(row.sizeBytes),
    deletedAt: Number(row.deletedAt),
    isFolder: Number(row.isFolder),
  }));
}

export const list = (
  db: Db,
  scope: Scope,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShownRow[]> =>
  read(db, scope, { which: sql`1 = 1`, window: sql`limit ${limit} offset ${offset}` });

export async function count(db: Db, scope: Scope): Promise<number> {
  if (scope.libraryIds.length === 0) return 0;
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from "trashedFile" file where ${inScope(scope)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** In the order of the ids. */
export async function listByIds(db: Db, scope: Scope, ids: readonly string[]): Promise<ShownRow[]> {
  if (ids.length === 0) return [];
  const rows = await read(db, scope, { which: sql`file.id in (${sql.join(ids)})` });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The next files after an id, ordered by id. */
export const listAfter = (db: Db, scope: Scope, afterId: string, limit: number): Promise<ShownRow[]> =>
  read(db, scope, {
    which: sql`file.id > ${afterId}`,
    order: sql`file.id`,
    window: sql`limit ${limit}`,
  });

/** Returns false if it already exists. */
export async function insert(db: Db, row: TrashedRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trashedFile')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('trashedFile').where('id', '=', id).execute();
}

/** Files deleted before a time, oldest first. */
export const listDeletedBefore = (db: Db, beforeMs: number, limit: number): Promise<TrashedRow[]> =>
  db
    .selectFrom('trashedFile')
    .selectAll()
    .where('deletedAt', '<=', beforeMs)
    .orderBy('deletedAt')
    .orderBy('id')
    .limit(limit)
    .execute();

export const listOfRoot = (db: Db, rootId: string): Promise<TrashedRow[]> =>
  db.selectFrom('trashedFile').selectAll().where('rootId', '=', rootId).execute();

/** Deletes rows of folders that are no longer in a library. Their files remain. */
export async function removeOfOtherRoots(db: Db): Promise<void> {
  const roots = db
    .selectFrom('libraryRoot')
    .innerJoin('library', 'library.id', 'libraryRoot.libraryId')
    .select('libraryRoot.id')
    .where('libraryRoot.removedAt', 'is', null)
    .where('library.deletedAt', 'is', null);
  await db.deleteFrom('trashedFile').where('rootId', 'not in', roots).execute();
}
