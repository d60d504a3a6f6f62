// All SQL of the drop folder.
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Libraries } from '#catalog/libraries.ts';
import { seriesInScope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import type { DroppedFileTable } from '#schema/tables/ingest/dropped-file.ts';

export type DroppedRow = DroppedFileTable;

export const toPathHash = ({ folder, name }: { folder: string; name: string }): string =>
  createHash('sha256').update(joinNames(folder, name)).digest('hex');

const atOnce = 500;

export type KnownRow = Omit<DroppedRow, 'reading' | 'edits' | 'claim'> & { isRead: number };

/** All rows without the results of reading. */
export const listKnown = (db: Db): Promise<KnownRow[]> =>
  db
    .selectFrom('droppedFile')
    .select(['id', 'pathHash', 'folder', 'name', 'sizeBytes', 'modifiedUs', 'stamp', 'isFolder'])
    .select(['seenAt', 'isDismissed', 'claimedUntil', 'foundAt'])
    .select(sql<number>`case when reading is null then 0 else 1 end`.as('isRead'))
    .execute();

export async function count(db: Db, isDismissed: boolean): Promise<number> {
  const { count: found } = await db
    .selectFrom('droppedFile')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('isDismissed', '=', isDismissed ? 1 : 0)
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** Newest first. */
export const list = (
  db: Db,
  isDismissed: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<DroppedRow[]> =>
  db
    .selectFrom('droppedFile')
    .selectAll()
    .where('isDismissed', '=', isDismissed ? 1 : 0)
    .orderBy('foundAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const find = (db: Db, id: string): Promise<DroppedRow | undefined> =>
  db.selectFrom('droppedFile').selectAll().where('id', '=', id).executeTakeFirst();

/** Ordered by id, starting after this id. */
export const listReadAfter = (db: Db, after: string, limit: number): Promise<DroppedRow[]> =>
  db
    .selectFrom('droppedFile')
    .selectAll()
    .where('isDismissed', '=', 0)
    .where('reading', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Another process may have found it too. */
export async function insert(db: Db, rows: readonly DroppedRow[]): Promise<void> {
  for (const part of chunks(rows, 50))
    await db
      .insertInto('droppedFile')
      .values([...part])
      .onConflict((conflict) => conflict.column('pathHash').doNothing())
      .execute();
}

type Change = Partial<Omit<DroppedRow, 'id' | 'pathHash'>>;

export async function update(db: Db, id: string, change: Change): Promise<void> {
  await db.updateTable('droppedFile').set(change).where('id', '=', id).execute();
}

/** Stores the result if the file is unchanged since it was read. */
export async function saveReading(
  db: Db,
  { id, sizeBytes, modifiedUs }: Pick<KnownRow, 'id' | 'sizeBytes' | 'modifiedUs'>,
  reading: string,
): Promise<void> {
  await db
    .updateTable('droppedFile')
    .set({ reading })
    .where('id', '=', id)
    .where('sizeBytes', '=', sizeBytes)
    .where('modifiedUs', '=', modifiedUs)
    .execute();
}

export async function remove(db: Db, ids: readonly string[]): Promise<void> {
  for (const part of chunks(ids, atOnce))
    await db.deleteFrom('droppedFile').where('id', 'in', part).execute();
}

interface Claim {
  claim: string;
  nowMs: number;
  untilMs: number;
}

/** Returns false while another request moves the file. */
export async function takeClaim(db: Db, id: string, { claim, nowMs, untilMs }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('droppedFile')
    .set({ claim, claimedUntil: untilMs })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('claimedUntil', '<', nowMs), eb('claim', '=', claim)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function dropClaim(db: Db, id: string, claim: string): Promise<void> {
  await db
    .updateTable('droppedFile')
    .set({ claim: null, claimedUntil: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

export interface FoundSeries {
  id: string;
  title: string;
  libraryId: string;
  path: string | null;
  rootId: string;
  year: number | null;
  bookCount: number;
}

const maxSeries = 200;

/** Visible series whose title has the same beginning (index series_library_title). */
export async function listSeriesLike(
  { db, libraries }: { db: Db; libraries: Libraries },
  viewer: Viewer,
  { titleKey, libraryIds }: { titleKey: string; libraryIds: readonly string[] },
): Promise<FoundSeries[]> {
  const scope = await toScope(libraries, viewer);
  const [first, ...rest] = [...titleKey].slice(0, 4);
  if (first === undefined || libraryIds.length === 0 || scope.libraryIds.length === 0) return [];
  const start = [first, ...rest].join('');
  const conditions: RawBuilder<unknown>[] = [
    ...seriesInScope(scope),
    sql`series."libraryId" in (${sql.join(libraryIds)})`,
    sql`series."titleKey" >= ${start}`,
    sql`series."titleKey" < ${`${start}\u{10ffff}`}`,
    sql`series."bookCount" > 0`,
  ];
  const columns = sql`id, title, "libraryId", path, "rootId", coalesce(year, "assignedYear") as year, "bookCount"`;
  const { rows } = await sql<FoundSeries>`
    select ${columns} from series where ${sql.join(conditions, sql` and `)}
    order by (case when series."titleKey" = ${titleKey} then 0 else 1 end), "titleKey", id
    limit ${maxSeries}`.execute(db);
  return rows.map((row) => ({ ...row, bookCount: Number(row.bookCount) }));
}

/** The folder of the last book of a series. */
export const findLastPlace = (
  db: Db,
  seriesId: string,
): Promise<{ rootId: string; folder: string } | undefined> =>
  db
    .selectFrom('book')
    .select(['rootId', 'folder'])
    .where('seriesId', '=', seriesId)
    .where('deletedAt', 'is', null)
    .orderBy('orderKey', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Series with books directly in a folder (index book_rootId_folder_fileName_key). */
export async function listSeriesOfFolder(
  db: Db,
  { rootId, folder }: { rootId: string; folder: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('book')
    .select('seriesId')
    .distinct()
    .where('rootId', '=', rootId)
    .where('folder', '=', folder)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ seriesId }) => seriesId);
}

export interface Numbered {
  number: number | undefined;
  chapter: number | undefined;
  volume: number | undefined;
}

/** Books of a series with the same number, otherwise chapter, otherwise volume. */
export async function listSameNumber(
  db: Db,
  seriesId: string,
  { number, chapter, volume }: Numbered,
): Promise<{ bookId: string; title: string; libraryId: string }[]> {
  const inVolume =
    volume === undefined ? sql`1 = 1` : sql`(book.volume is null or book.volume = ${Math.floor(volume)})`;
  const same =
    number !== undefined
      ? sql`book."numberValue" = ${number} and book.chapter is null and ${inVolume}`
      : chapter !== undefined
        ? sql`book.chapter = ${chapter} and ${inVolume}`
        : volume !== undefined
          ? sql`book.volume = ${Math.floor(volume)} and book.chapter is null`
          : undefined;
  if (!same) return [];
  const { rows } = await sql<{ bookId: string; title: string; libraryId: string }>`
    select book.id as "bookId", book.title, book."libraryId" from book
    where book."seriesId" = ${seriesId} and book."deletedAt" is null and ${same}
    order by book.id limit 5`.execute(db);
  return rows;
}
