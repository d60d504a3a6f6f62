// All SQL of uploads. Statements for requests are restricted to one user.
import { sql } from 'kysely';
import type { Libraries } from '#catalog/libraries.ts';
import { booksInScope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { UploadTable } from '#schema/tables/ingest/upload.ts';

export type UploadRow = UploadTable;

export const list = (db: Db, userId: string, limit: number): Promise<UploadRow[]> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const find = (db: Db, userId: string, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('upload').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst();

export async function insert(tx: Tx, row: UploadRow): Promise<void> {
  await tx.insertInto('upload').values(row).execute();
}

/** The unfinished upload to this path. */
export const findTaken = (
  db: Db,
  rootId: string,
  pathKey: string,
): Promise<Pick<UploadRow, 'userId' | 'sizeBytes'> | undefined> =>
  db
    .selectFrom('upload')
    .select(['userId', 'sizeBytes'])
    .where('rootId', '=', rootId)
    .where('pathKey', '=', pathKey)
    .executeTakeFirst();

/** Bytes of the uploads that a user has created since a time. */
export async function sumBegun(db: Db, userId: string, sinceMs: number): Promise<number> {
  const { sum } = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.sum<number | string | null>('sizeBytes').as('sum'))
    .where('userId', '=', userId)
    .where('createdAt', '>', sinceMs)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

export async function countReceiving(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('userId', '=', userId)
    .where('state', '=', 'receiving')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Outstanding bytes of all uploads into these roots. */
export async function sumToCome(db: Db, rootIds: readonly string[]): Promise<number> {
  const { sum } = await db
    .selectFrom('upload')
    .select((eb) =>
      eb.fn.sum<number | string | null>(eb('sizeBytes', '-', eb.ref('receivedBytes'))).as('sum'),
    )
    .where('rootId', 'in', rootIds)
    .where('state', '=', 'receiving')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

type Change = Partial<Omit<UploadRow, 'id' | 'userId'>>;

/** Updates the upload if the request still holds the lease. Returns false otherwise. */
export async function update(db: Db, id: string, change: Change, lease: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set(change)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false while another request holds the lease. */
export async function takeLease(
  db: Db,
  id: string,
  { lease, nowMs, untilMs }: { lease: string; nowMs: number; untilMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ lease, leaseUntil: untilMs, isWanted: 0 })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease', 'is', null), eb('leaseUntil', '<', nowMs)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Renews the lease, and returns whether another request is waiting; undefined if the lease was lost. */
export async function keepLease(
  db: Db,
  id: string,
  { lease, untilMs }: { lease: string; untilMs: number },
): Promise<{ isWanted: boolean } | undefined> {
  const row = await db
    .updateTable('upload')
    .set({ leaseUntil: untilMs })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('isWanted')
    .executeTakeFirst();
  return row && { isWanted: row.isWanted === 1 };
}

export async function wantLease(db: Db, id: string): Promise<void> {
  await db.updateTable('upload').set({ isWanted: 1 }).where('id', '=', id).execute();
}

export async function isThere(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function dropLease(db: Db, id: string, lease: string): Promise<void> {
  await db
    .updateTable('upload')
    .set({ lease: null, leaseUntil: 0, isWanted: 0 })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute();
}

export const listExpired = (db: Db, nowMs: number): Promise<UploadRow[]> =>
  db.selectFrom('upload').selectAll().where('expiresAt', '<', nowMs).limit(500).execute();

/** Complete but unpublished uploads, because the server ended at that moment. */
export const listWhole = (db: Db, nowMs: number): Promise<UploadRow[]> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('state', '=', 'receiving')
    .whereRef('receivedBytes', '=', 'sizeBytes')
    .where('leaseUntil', '<', nowMs)
    .limit(500)
    .execute();

export async function listIds(db: Db, rootId: string): Promise<string[]> {
  const rows = await db.selectFrom('upload').select('id').where('rootId', '=', rootId).execute();
  return rows.map(({ id }) => id);
}

/** File names of the visible books in a folder. */
export async function listVisibleNames(
  { database, catalog }: { database: Database; catalog: { libraries: Libraries } },
  viewer: Viewer,
  { rootId, folder }: { rootId: string; folder: string },
): Promise<string[]> {
  const scope = await toScope(catalog.libraries, viewer);
  if (scope.libraryIds.length === 0) return [];
  const conditions = [
    sql`book."rootId" = ${rootId}`,
    sql`book.folder = ${folder}`,
    sql`book."deletedAt" is null`,
    ...booksInScope(scope),
  ];
  const rows = await runLongQuery<{ fileName: string }>(
    database,
    sql`select book."fileName" from book where ${sql.join(conditions, sql` and `)}`,
  );
  return rows.map(({ fileName }) => fileName);
}

export interface SameSize {
  bookId: string;
  title: string;
  libraryId: string;
  sizeBytes: number;
  fileHash: string;
}

/** Visible books of these sizes: files of equal size are most likely identical, unless they are small. */
export const createFindSameSize =
  (database: Database, libraries: Libraries) =>
  async (viewer: Viewer, sizes: readonly number[]): Promise<SameSize[]> => {
    const scope = await toScope(libraries, viewer);
    if (sizes.length === 0 || scope.libraryIds.length === 0) return [];
    const conditions = [
      sql`book."fileSize" in (${sql.join(sizes)})`,
      sql`book."deletedAt" is null`,
      ...booksInScope(scope),
    ];
    const rows = await runLongQuery<SameSize>(
      database,
      sql`select book.id as "bookId", book.title, book."libraryId", book."fileSize" as "sizeBytes", book."fileHash"
        from book
        where ${sql.join(conditions, sql` and `)} order by book.id limit 5000`,
    );
    return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes) }));
  };
