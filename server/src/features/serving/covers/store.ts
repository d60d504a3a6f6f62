// All SQL of uploaded covers.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { CoverTable } from '#schema/tables/libraries/cover.ts';

/** Marks covers from pictures next to books. No package has this name. */
export const besideProvider = '.beside';

export type EntityType = 'book' | 'series';
/** Kinds of entities with uploaded covers. */
export type CoverOwner = EntityType | 'collection' | 'readList';

const selectOf = (db: Db, entityType: CoverOwner, entityId: string) =>
  db.selectFrom('cover').selectAll().where('entityType', '=', entityType).where('entityId', '=', entityId);

export const list = (db: Db, entityType: CoverOwner, entityId: string): Promise<CoverTable[]> =>
  selectOf(db, entityType, entityId).orderBy('id').execute();

export const find = (
  db: Db,
  entityType: CoverOwner,
  { entityId, id }: { entityId: string; id: string },
): Promise<CoverTable | undefined> =>
  selectOf(db, entityType, entityId).where('id', '=', id).executeTakeFirst();

export async function insert(tx: Tx, row: CoverTable, bytes: Uint8Array): Promise<void> {
  await tx.insertInto('cover').values(row).execute();
  await tx.insertInto('coverImage').values({ coverId: row.id, bytes }).execute();
}

/** Also deletes the image data. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('cover').where('id', '=', id).execute();
}

/** Deletes covers whose owner no longer exists. Returns their number. */
export async function removeOrphans(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cover')
    .where((eb) =>
      eb.or(
        (['book', 'series', 'collection', 'readList'] as const).map((owner) =>
          eb.and([eb('entityType', '=', owner), eb('entityId', 'not in', eb.selectFrom(owner).select('id'))]),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the covers of deleted entities. Returns their ids. */
export async function removeOf(
  db: Db,
  entityType: EntityType,
  entityIds: readonly string[],
): Promise<string[]> {
  if (entityIds.length === 0) return [];
  const rows = await db
    .deleteFrom('cover')
    .where('entityType', '=', entityType)
    .where('entityId', 'in', entityIds)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

interface BesideCover {
  type: EntityType;
  id: string;
  coverId: string;
  stamp: string;
}

/** The covers of a library that were adopted from pictures. */
export async function listBeside(db: Db, libraryId: string): Promise<BesideCover[]> {
  const { rows } = await sql<BesideCover>`
    select cover."entityType" as type, cover."entityId" as id, cover.id as "coverId", cover.url as stamp from cover
    where cover.provider = ${besideProvider} and (
      exists (select 1 from book where cover."entityType" = 'book' and book.id = cover."entityId"
        and book."libraryId" = ${libraryId} and (book."deletedAt" is null or book."mainBookId" is not null))
      or exists (select 1 from series where cover."entityType" = 'series' and series.id = cover."entityId"
        and series."libraryId" = ${libraryId} and series."bookCount" > 0))`.execute(db);
  return rows.map((row) => ({ ...row, stamp: row.stamp.slice(0, row.stamp.lastIndexOf(separator)) }));
}

const separator = '#';

/** The stored address of a picture: the stamp of its file and the hash of its content. */
export const toBesideUrl = (stamp: string, bytes: Uint8Array): string =>
  `${stamp}${separator}${hash('sha256', bytes, 'base64url')}`;

/** Whether two addresses have the same content. */
export const isSameBeside = (a: string | null, b: string): boolean =>
  a !== null && a.slice(a.lastIndexOf(separator)) === b.slice(b.lastIndexOf(separator));

/** Stores the name and address of a cover without a change for clients. */
export async function setSource(
  db: Db,
  id: string,
  { providerName, url }: { providerName: string; url: string },
): Promise<void> {
  await db.updateTable('cover').set({ providerName, url }).where('id', '=', id).execute();
}
