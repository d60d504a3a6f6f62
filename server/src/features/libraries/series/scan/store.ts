// Series as scans create and count them. All SQL that adds series and updates their counts.
import { type RawBuilder, sql } from 'kysely';
import type { Recounted } from '#catalog/changes.ts';
import { readMarks } from '#catalog/visible.ts';
import { chunks, chunksByWeight, readChunks } from '#infrastructure/chunks.ts';
import type { Database, DatabaseDialect, Db, Tx } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';

/** Metadata of one book from which its series is described. */
export interface BookFacts {
  seriesId: string;
  bookId: string;
  orderKey: string;
  series: string | null;
  publisher: string | null;
  imprint: string | null;
  language: string | null;
  ageRating: number | null;
  readingDirection: string | null;
  releaseDate: string | null;
  releasedAt: number | null;
  seriesTotal: number | null;
  summary: string | null;
  bookType: string | null;
  communityRating: number | null;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  /** JSON column `lists` of its metadata. */
  lists: string | null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const toOne = (count: number): number => (count > 0 ? 1 : 0);

type Counted = Pick<SeriesTable, 'id' | 'titleKey' | 'bookCount'>;

/** Books read per query. */
const defaultBatchSize = 500;
const bookOrder = sql`book."orderKey", book.id`;

async function selectFacts(
  tx: Tx,
  which: RawBuilder<unknown>,
  window: RawBuilder<unknown>,
): Promise<BookFacts[]> {
  const { rows } = await sql<BookFacts>`
    select book."seriesId", book.id as "bookId", book."orderKey", book."releasedAt",
      book.number, book.volume, book.chapter,
      m.series, m.publisher, m.imprint, m.language, m."ageRating", m."readingDirection", m."releaseDate",
      m."seriesTotal", m.summary, m."bookType", m."communityRating", m.lists
    from book left join "bookMetadata" m on m."bookId" = book.id
    where ${which} and book."deletedAt" is null ${window}`.execute(tx);
  return rows;
}

/** Series of a library by their keys (constraint series_libraryId_seriesKey_key). */
export const findByKeys = (
  tx: Db,
  libraryId: string,
  keys: readonly string[],
): Promise<Pick<SeriesTable, 'id' | 'seriesKey' | 'titleKey' | 'assignedTitle' | 'assignedYear'>[]> =>
  tx
    .selectFrom('series')
    .select(['id', 'seriesKey', 'titleKey', 'assignedTitle', 'assignedYear'])
    .where('libraryId', '=', libraryId)
    .where('seriesKey', 'in', keys)
    .execute();

/** Inserts series. Keeps existing series of the same key, which another process may have created. */
export async function insert(tx: Tx, rows: readonly SeriesTable[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('series')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['libraryId', 'seriesKey']).doNothing())
    .execute();
}

/** Recounts the live books of these series. Locks the rows first, so that concurrent recounts do not interfere. */
export async function recount(
  tx: Tx,
  { lockingRows }: Pick<DatabaseDialect, 'lockingRows'>,
  seriesIds: readonly string[],
  nowMs: number,
): Promise<Recounted> {
  if (seriesIds.length === 0) return { counts: [], emptied: [], filled: [] };
  const before = await tx
    .selectFrom('series')
    .select(['id', 'libraryId', 'bookCount'])
    .where('id', 'in', seriesIds)
    .orderBy('id')
    .modifyEnd(lockingRows)
    .execute();
  const { rows: after } = await sql<{ id: string; bookCount: number }>`
    update series set
      "bookCount" = (select count(*) from book where book."seriesId" = series.id and book."deletedAt" is null),
      "booksUpdatedAt" = ${nowMs}
    where id in (${sql.join(seriesIds)}) returning id, "bookCount"`.execute(tx);
  const countOf = new Map(after.map((row) => [row.id, row.bookCount]));
  const turnedBy = (step: -1 | 1) =>
    before
      .filter((row) => toOne(countOf.get(row.id) ?? 0) - toOne(row.bookCount) === step)
      .map(({ id, libraryId }) => ({ id, libraryId }));
  const counts = [...Map.groupBy(before, (row) => row.libraryId)].map(([libraryId, rows]) => ({
    libraryId,
    books: sum(rows.map((row) => (countOf.get(row.id) ?? 0) - row.bookCount)),
    series: sum(rows.map((row) => toOne(countOf.get(row.id) ?? 0) - toOne(row.bookCount))),
  }));
  const emptied = turnedBy(-1);
  const ids = emptied.map(({ id }) => id);
  const marks = await readMarks(tx, ids);
  return {
    counts,
    emptied: emptied.map((row) => ({
      ...row,
      ...(marks.get(row.id) ?? { ageRating: null, sharingTagIds: [] }),
    })),
    filled: turnedBy(1),
  };
}

/** Series whose books were added, changed or deleted since a time (constraint series_libraryId_seriesKey_key). */
export async function listTouched(database: Database, libraryId: string, sinceMs: number): Promise<string[]> {
  const rows = await runLongQuery<{ id: string }>(
    database,
    sql`select id from series where "libraryId" = ${libraryId} and "booksUpdatedAt" >= ${sinceMs}`,
  );
  return rows.map((row) => row.id);
}

/** Metadata of the live books of these series, ordered within each series, a few thousand books at a time. */
export async function* readFacts(
  tx: Tx,
  series: readonly Counted[],
  factsAtOnce = defaultBatchSize,
): AsyncGenerator<readonly BookFacts[]> {
  const isLarge = ({ bookCount }: Counted) => bookCount > factsAtOnce;
  const small = series.filter((one) => !isLarge(one));
  for (const part of chunksByWeight(small, factsAtOnce, ({ bookCount }) => bookCount)) {
    const ids = part.map(({ id }) => id);
    const order = sql`book."seriesId", ${bookOrder}`;
    yield await selectFacts(tx, sql`book."seriesId" in (${sql.join(ids)})`, sql`order by ${order}`);
  }
  for (const { id, titleKey } of series.filter(isLarge)) {
    // Uses the index book_series_number.
    const all = sql`book."seriesTitleKey" = ${titleKey} and book."seriesId" = ${id}`;
    const window = sql`order by ${bookOrder} limit ${factsAtOnce}`;
    yield* readChunks<BookFacts>(factsAtOnce, (last) => {
      const rest = last ? sql`${all} and (${bookOrder}) > (${last.orderKey}, ${last.bookId})` : all;
      return selectFacts(tx, rest, window);
    });
  }
}

/** Folders of these series. */
export const listFolders = async (
  db: Db,
  seriesIds: readonly string[],
): Promise<Pick<SeriesTable, 'id' | 'rootId' | 'path'>[]> =>
  seriesIds.length === 0
    ? []
    : db.selectFrom('series').select(['id', 'rootId', 'path']).where('id', 'in', seriesIds).execute();

export const listByIds = async (tx: Tx, seriesIds: readonly string[]): Promise<SeriesTable[]> =>
  seriesIds.length === 0 ? [] : tx.selectFrom('series').selectAll().where('id', 'in', seriesIds).execute();

export async function update(tx: Tx, id: string, change: Partial<SeriesTable>): Promise<void> {
  await tx.updateTable('series').set(change).where('id', '=', id).execute();
}

/** Removes series without any book. */
export async function removeBookless(tx: Tx): Promise<number> {
  const { rows } = await sql`
    delete from series
    where "bookCount" = 0 and not exists (select 1 from book where book."seriesId" = series.id)
    returning id`.execute(tx);
  return rows.length;
}

/**
 * Removes series without books, including deleted ones (index book_seriesId). Returns the series that have live books.
 */
export async function removeEmpty(tx: Tx, seriesIds: readonly string[]): Promise<string[]> {
  if (seriesIds.length === 0) return [];
  await sql`
    delete from series where id in (${sql.join(seriesIds)}) and "bookCount" = 0
      and not exists (select 1 from book where book."seriesId" = series.id)`.execute(tx);
  const live = await tx
    .selectFrom('series')
    .select('id')
    .where('id', 'in', seriesIds)
    .where('bookCount', '>', 0)
    .execute();
  return live.map(({ id }) => id);
}

export async function listByPaths(
  db: Db,
  libraryId: string,
  paths: readonly string[],
): Promise<Pick<SeriesTable, 'id' | 'rootId' | 'path'>[]> {
  const found: Pick<SeriesTable, 'id' | 'rootId' | 'path'>[] = [];
  for (const part of chunks(paths, 500))
    found.push(
      ...(await db
        .selectFrom('series')
        .select(['id', 'rootId', 'path'])
        .where('libraryId', '=', libraryId)
        .where('path', 'in', part)
        .execute()),
    );
  return found;
}
