// Numbers of read and started books per user and series. All SQL that writes these counts. Both sides that change them
// (progress of users, books of scans) lock the series first and count afterwards. The second of two concurrent changes
// therefore counts the result of the first.
import { type RawBuilder, sql } from 'kysely';
import { chunks, chunksByWeight, readChunks } from '#infrastructure/chunks.ts';
import { skewMs } from '#infrastructure/clock.ts';
import type { DatabaseDialect, Tx } from '#infrastructure/database/dialect.ts';
import type { SeriesProgressTable } from '#schema/tables/reading/progress.ts';

/** Rows per statement: 5 values each, far below both databases' limits. */
const chunkSize = 500;
/** Books whose progress is counted per query. */
const defaultBatchSize = 5_000;

interface Which {
  seriesIds: readonly string[];
  /** Undefined for all users. */
  userId: string | undefined;
}

/** A book that was restored, or moved to another series. */
export interface Moved {
  bookId: string;
  seriesIds: readonly string[];
}

/** Row locks, and the number of books counted per query. */
export interface Locks extends Pick<DatabaseDialect, 'sharingRows' | 'lockingRows'> {
  atOnce?: number;
}

export class SeriesProgress {
  readonly #locks: Locks;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  /**
   * Recounts the series for one user or for all. Call in the transaction that changed books or progress, after the
   * books of these series were counted.
   */
  recount(tx: Tx, seriesIds: readonly string[], userId?: string): Promise<void> {
    return recountReaders(this.#locks, tx, seriesIds, userId);
  }

  /**
   * Locks the series of the books that `look` finds. `seriesIds` are their expected series; if empty, they are
   * looked up first.
   */
  async lockSeriesOfBooks<T extends { seriesId: string }>(
    tx: Tx,
    seriesIds: readonly string[],
    look: () => Promise<T[]>,
  ): Promise<T[]> {
    const held = new Set<string>();
    for (let open = new Set(seriesIds); ; ) {
      await this.#lockSeries(tx, [...open]);
      for (const id of open) held.add(id);
      const books = await look();
      open = new Set(books.map(({ seriesId }) => seriesId).filter((id) => !held.has(id)));
      if (open.size === 0) return books;
    }
  }

  /** Recounts the series that have progress. Call in the transaction that moved the books. */
  async recountMoved(tx: Tx, moved: readonly Moved[]): Promise<void> {
    const series = new Set<string>();
    for (const some of chunks(moved, chunkSize)) {
      const ids = some.map(({ bookId }) => bookId);
      const read = await tx
        .selectFrom('readProgress')
        .select('bookId')
        .distinct()
        .where('bookId', 'in', ids)
        .execute();
      const isRead = new Set(read.map(({ bookId }) => bookId));
      for (const { bookId, seriesIds } of some)
        if (isRead.has(bookId)) for (const id of seriesIds) series.add(id);
    }
    await recountReaders(this.#locks, tx, [...series]);
  }

  /** Applies a change of one book's progress. Returns false if the series has no counts yet. */
  adjust(
    tx: Tx,
    reader: { userId: string; seriesId: string },
    change: { readAt: number; finished: number; begun: number; nowMs: number },
  ): Promise<boolean> {
    return adjustCounts(tx, reader, change);
  }

  /** Blocks other transactions from adding or removing books of these series until this transaction ends. */
  async #lockSeries(tx: Tx, seriesIds: readonly string[]): Promise<void> {
    for (const some of chunks(seriesIds.toSorted(), chunkSize))
      await select(tx, some, this.#locks.sharingRows);
  }
}

/** Ordered by id to avoid deadlocks. */
const select = (tx: Tx, seriesIds: readonly string[], lock: RawBuilder<unknown>) =>
  tx
    .selectFrom('series')
    .select(['id', 'bookCount'])
    .where('id', 'in', seriesIds)
    .orderBy('id')
    .modifyEnd(lock)
    .execute();

async function recountReaders(
  { lockingRows, sharingRows, atOnce = defaultBatchSize }: Locks,
  tx: Tx,
  seriesIds: readonly string[],
  userId?: string,
): Promise<void> {
  for (const some of chunks(seriesIds.toSorted(), chunkSize)) {
    const series = await select(tx, some, userId === undefined ? lockingRows : sharingRows);
    let remove = tx.deleteFrom('seriesProgress').where('seriesId', 'in', some);
    if (userId !== undefined) remove = remove.where('userId', '=', userId);
    await remove.execute();
    for (const part of chunksByWeight(series, atOnce, ({ bookCount }) => bookCount)) {
      const [first] = part;
      if (first && first.bookCount > atOnce) await countLarge(tx, { seriesId: first.id, userId, atOnce });
      else await countSmall(tx, { seriesIds: part.map(({ id }) => id), userId });
    }
  }
}

async function adjustCounts(
  tx: Tx,
  { userId, seriesId }: { userId: string; seriesId: string },
  { readAt, finished, begun, nowMs }: { readAt: number; finished: number; begun: number; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('seriesProgress')
    .set((eb) => ({
      readCount: eb('readCount', '+', finished),
      inProgressCount: eb('inProgressCount', '+', begun),
      // A time in the future means that the clock was ahead.
      lastReadAt: eb
        .case()
        .when(eb.or([eb('lastReadAt', '<', readAt), eb('lastReadAt', '>', nowMs + skewMs)]))
        .then(readAt)
        .else(eb.ref('lastReadAt'))
        .end(),
    }))
    .where('userId', '=', userId)
    .where('seriesId', '=', seriesId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const ofReader = (userId: string | undefined) =>
  userId === undefined ? sql`` : sql`and p."userId" = ${userId}`;
const toCounts = sql`sum(p.completed) as "readCount", sum(1 - p.completed) as "inProgressCount",
  max(p."updatedAt") as "lastReadAt"`;

/** Another process may have counted meanwhile: the last count is correct. */
const orReplace = sql`on conflict ("userId", "seriesId") do update set "readCount" = excluded."readCount",
  "inProgressCount" = excluded."inProgressCount", "lastReadAt" = excluded."lastReadAt"`;

async function countSmall(tx: Tx, { seriesIds, userId }: Which): Promise<void> {
  await sql`
    insert into "seriesProgress" ("userId", "seriesId", "readCount", "inProgressCount", "lastReadAt")
    select p."userId", b."seriesId", ${toCounts}
    from book b join "readProgress" p on p."bookId" = b.id
    where b."seriesId" in (${sql.join(seriesIds)}) and b."deletedAt" is null ${ofReader(userId)}
    group by p."userId", b."seriesId" ${orReplace}`.execute(tx);
}

/**
 * Counts a large series in batches of a few thousand books, so that other requests are served in between (index
 * book_seriesId).
 */
async function countLarge(
  tx: Tx,
  { seriesId, userId, atOnce }: { seriesId: string; userId: string | undefined; atOnce: number },
): Promise<void> {
  const counted = new Map<string, SeriesProgressTable>();
  const live = tx
    .selectFrom('book')
    .select('id')
    .where('seriesId', '=', seriesId)
    .where('deletedAt', 'is', null);
  const parts = readChunks<{ id: string }>(atOnce, (last) => {
    const rest = last ? live.where('id', '>', last.id) : live;
    return rest.orderBy('id').limit(atOnce).execute();
  });
  for await (const books of parts) {
    const { rows } = await sql<Omit<SeriesProgressTable, 'seriesId'>>`
      select p."userId", ${toCounts} from book b join "readProgress" p on p."bookId" = b.id
      where b."seriesId" = ${seriesId} and b."deletedAt" is null
        and b.id between ${books[0]?.id} and ${books.at(-1)?.id} ${ofReader(userId)}
      group by p."userId"`.execute(tx);
    for (const row of rows) {
      const known = counted.get(row.userId);
      counted.set(row.userId, {
        userId: row.userId,
        seriesId,
        readCount: Number(row.readCount) + (known?.readCount ?? 0),
        inProgressCount: Number(row.inProgressCount) + (known?.inProgressCount ?? 0),
        lastReadAt: Math.max(Number(row.lastReadAt), known?.lastReadAt ?? 0),
      });
    }
  }
  for (const part of chunks([...counted.values()], chunkSize)) {
    await sql`
      insert into "seriesProgress" ("userId", "seriesId", "readCount", "inProgressCount", "lastReadAt")
      values ${sql.join(
        part.map(
          (one) =>
            sql`(${one.userId}, ${one.seriesId}, ${one.readCount}, ${one.inProgressCount}, ${one.lastReadAt})`,
        ),
      )} ${orReplace}`.execute(tx);
  }
}
