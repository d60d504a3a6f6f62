// All SQL that adds, moves, deletes and restores books.
import { sql } from 'kysely';
import { fileIsThere, fileIsThereAs } from '#catalog/books/presence.ts';
import { chunks, readChunks } from '#infrastructure/chunks.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import type { BookContentTable, BookMetadataTable, BookTable } from '#schema/tables/libraries/book.ts';
import type { NewPlace } from '../../../reading-order/index.ts';

/** Location of a book's file. */
export type BookLocation = Pick<BookTable, 'id' | 'libraryId' | 'rootId' | 'folder' | 'fileName'>;

export type BookChange = Partial<Omit<BookTable, 'id'>>;

export type BookFileWrites = typeof writes;

/** Rows per statement: a book row has about thirty columns. */
const chunkSize = 50;
/** Books placed per statement. */
const placedAtOnce = 500;
/** Books updated per statement when the title of their series changes. */
const followedAtOnce = 500;

/** The library or the root of the book was removed. */
const isOrphan = sql<boolean>`(
  exists (select 1 from library where library.id = book."libraryId" and library."deletedAt" is not null)
  or exists (select 1 from "libraryRoot" root where root.id = book."rootId" and root."removedAt" is not null))`;

/** Writes of books. Each runs in the transaction of the caller. */
export const writes = {
  async insert(tx: Tx, rows: readonly BookTable[]): Promise<void> {
    for (const part of chunks(rows, chunkSize)) await tx.insertInto('book').values(part).execute();
  },

  /** Changes a book if its location is unchanged. Returns false if it was moved meanwhile. */
  async update(
    tx: Tx,
    { id, libraryId, rootId, folder, fileName }: BookLocation,
    change: BookChange,
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('book')
      .set(change)
      .where('id', '=', id)
      .where('libraryId', '=', libraryId)
      .where('rootId', '=', rootId)
      .where('folder', '=', folder)
      .where('fileName', '=', fileName)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /**
   * Frees the paths of live books for other books of the transaction, which must then store their new paths. Skips books
   * that were moved meanwhile.
   */
  async vacate(tx: Tx, rows: readonly BookLocation[]): Promise<void> {
    for (const row of rows) await writes.update(tx, row, { fileName: toVacantName(row.id) });
  },

  /** Stores why the files of these books could not be opened. The next scan or analysis reads them again. */
  async markUnopened(
    tx: Tx,
    rows: readonly { id: string; analysisError: string | null }[],
    nowMs: number,
  ): Promise<{ id: string; seriesId: string }[]> {
    const noted: { id: string; seriesId: string }[] = [];
    for (const { id, analysisError } of rows) {
      const change = { analysisError, fileModifiedUs: 0, importHash: null, updatedAt: nowMs };
      const update = tx.updateTable('book').set(change).where('id', '=', id);
      noted.push(...(await update.returning(['id', 'seriesId']).execute()));
    }
    return noted;
  },

  /**
   * Stores the times of a file with unchanged content, without a change for clients. `content` is set for archives in
   * several volumes, because it contains the times of the volumes.
   */
  async confirm(
    tx: Tx,
    {
      id,
      fileModifiedUs,
      sidecarStamp,
      content,
    }: Pick<BookTable, 'id' | 'fileModifiedUs' | 'sidecarStamp'> & { content: Uint8Array | null },
  ): Promise<void> {
    await tx.updateTable('book').set({ fileModifiedUs, sidecarStamp }).where('id', '=', id).execute();
    const change = { fileModifiedUs, ...(content && { content }) };
    await tx.updateTable('bookContent').set(change).where('bookId', '=', id).execute();
  },

  async saveContents(tx: Tx, rows: readonly BookContentTable[]): Promise<void> {
    for (const part of chunks(rows, chunkSize)) {
      await tx
        .insertInto('bookContent')
        .values(part)
        .onConflict((conflict) =>
          conflict.column('bookId').doUpdateSet((eb) => ({
            fileSize: eb.ref('excluded.fileSize'),
            fileModifiedUs: eb.ref('excluded.fileModifiedUs'),
            content: eb.ref('excluded.content'),
          })),
        )
        .execute();
    }
  },

  /** Replaces the file metadata of these books. */
  async saveMetadata(tx: Tx, bookIds: readonly string[], rows: readonly BookMetadataTable[]): Promise<void> {
    for (const part of chunks(bookIds, chunkSize))
      await tx.deleteFrom('bookMetadata').where('bookId', 'in', part).execute();
    for (const part of chunks(rows, chunkSize)) await tx.insertInto('bookMetadata').values(part).execute();
  },

  /**
   * Marks live books as deleted, unless a scan has moved them to another library meanwhile. With `orphansOnly`, books
   * outside removed libraries and roots are also skipped. Returns the affected series.
   */
  async markDeleted(
    tx: Tx,
    ids: readonly string[],
    { libraryId, orphansOnly, nowMs }: { libraryId: string; orphansOnly: boolean; nowMs: number },
  ): Promise<{ id: string; seriesId: string }[]> {
    const gone: { id: string; seriesId: string }[] = [];
    for (const part of chunks(ids, chunkSize)) {
      let update = tx
        .updateTable('book')
        .set({ deletedAt: nowMs, mainBookId: null, updatedAt: nowMs })
        .where('id', 'in', part)
        .where('libraryId', '=', libraryId)
        .where(fileIsThere);
      if (orphansOnly) update = update.where(isOrphan);
      gone.push(...(await update.returning(['id', 'seriesId']).execute()));
    }
    return gone;
  },

  /** Restores deleted books whose location is unchanged, unless another live book has the same location. */
  async markReturned(
    tx: Tx,
    ids: readonly string[],
    { libraryId, nowMs }: { libraryId: string; nowMs: number },
  ): Promise<{ id: string; seriesId: string }[]> {
    const back: { id: string; seriesId: string }[] = [];
    for (const part of chunks(ids, chunkSize)) {
      const { rows } = await sql<{ id: string; seriesId: string }>`
        update book set "deletedAt" = null, "updatedAt" = ${nowMs}
        where id in (${sql.join(part)}) and "libraryId" = ${libraryId} and not ${fileIsThere}
          and not exists (select 1 from book other where other."rootId" = book."rootId"
            and other.folder = book.folder and other."fileName" = book."fileName" and ${fileIsThereAs('other')})
        returning id, "seriesId"`.execute(tx);
      back.push(...rows);
    }
    return back;
  },

  /**
   * Gives the file of a book to the new book `id`. The book gets back its former file, which is missing. Returns false
   * if the book was moved meanwhile. The new book must be read again.
   */
  async split(
    tx: Tx,
    book: BookLocation,
    { id, former, nowMs }: { id: string; former: Partial<BookTable>; nowMs: number },
  ): Promise<boolean> {
    const row = await tx.selectFrom('book').selectAll().where('id', '=', book.id).executeTakeFirst();
    const change = { ...former, mainBookId: null, deletedAt: nowMs, importHash: null, updatedAt: nowMs };
    if (!row || !(await writes.update(tx, book, change))) return false;
    // On SQLite, the row also contains its number.
    const { rowNumber: _, ...columns }: BookTable & { rowNumber?: number } = row;
    await writes.insert(tx, [
      {
        ...columns,
        id,
        coverId: null,
        mainBookId: null,
        formatGroup: null,
        deletedAt: null,
        importHash: null,
        fileModifiedUs: 0,
        createdAt: nowMs,
        updatedAt: nowMs,
      },
    ]);
    const content = await tx
      .selectFrom('bookContent')
      .selectAll()
      .where('bookId', '=', book.id)
      .executeTakeFirst();
    if (content) await writes.saveContents(tx, [{ ...content, bookId: id }]);
    return true;
  },

  /** Makes these books main entries, or formats of the book `mainBookId`. */
  async setMain(
    tx: Tx,
    ids: readonly string[],
    { mainBookId, nowMs }: { mainBookId: string | null; nowMs: number },
  ): Promise<void> {
    const change = { mainBookId, deletedAt: mainBookId === null ? null : nowMs, updatedAt: nowMs };
    for (const part of chunks(ids, chunkSize))
      await tx.updateTable('book').set(change).where('id', 'in', part).execute();
  },

  /** The rows of these books within a transaction, in the order of their ids. `locking`: `lockingRows` of the dialect. */
  async listRows(tx: Tx, ids: readonly string[], locking = sql``): Promise<BookTable[]> {
    if (ids.length === 0) return [];
    return tx
      .selectFrom('book')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .modifyEnd(locking)
      .execute();
  },

  /** Notes a change of these books. */
  async touch(tx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
    for (const part of chunks(ids, chunkSize))
      await tx.updateTable('book').set({ updatedAt: nowMs }).where('id', 'in', part).execute();
  },

  /** Stores the user's decision about these files: `alone`, the id of a group, or null. */
  async setFormatGroup(tx: Tx, ids: readonly string[], formatGroup: string | null): Promise<void> {
    for (const part of chunks(ids, chunkSize))
      await tx.updateTable('book').set({ formatGroup }).where('id', 'in', part).execute();
  },

  /** Writes places. Sets the time of change of books whose number changed. */
  async savePlaces(tx: Tx, places: readonly NewPlace[], nowMs: number): Promise<void> {
    for (const part of chunks(places, placedAtOnce)) {
      const rows = part.map(
        ({ id, isRenumbered, orderKey, orderNumber, number, numberText, numberValue }) =>
          sql`(${id}, ${orderKey}, ${String(orderNumber)}, ${toText(number)}, ${numberText}, ${toText(numberValue)},
            ${isRenumbered ? '1' : '0'})`,
      );
      // Both databases name the columns of `values` column1, column2 and so on, and take them as text.
      await sql`
        update book set "orderKey" = placed.column2, "orderNumber" = cast(placed.column3 as double precision),
          number = cast(placed.column4 as bigint), "numberText" = placed.column5,
          "numberValue" = cast(placed.column6 as double precision),
          "updatedAt" = case placed.column7 when '1' then ${nowMs} else "updatedAt" end
        from (values ${sql.join(rows)}) as placed
        where cast(book.id as text) = placed.column1
          and book.id in (${sql.join(part.map(({ id }) => id))})`.execute(tx);
    }
  },

  /** Stores what places these books in their series, as JSON by id. */
  async saveOrderFacts(tx: Tx, facts: ReadonlyMap<string, string>): Promise<void> {
    for (const part of chunks([...facts], placedAtOnce)) {
      const rows = part.map(([id, orderFacts]) => sql`(${id}, ${orderFacts})`);
      await sql`
        update book set "orderFacts" = changed.column2 from (values ${sql.join(rows)}) as changed
        where cast(book.id as text) = changed.column1
          and book.id in (${sql.join(part.map(([id]) => id))})`.execute(tx);
    }
  },

  /** Copies the title key of a series to its books, because lists are ordered by it. */
  async followSeries(tx: Tx, seriesId: string, seriesTitleKey: string): Promise<void> {
    // Reads in chunks along the index book_seriesId: a series may have more books than one statement should write.
    const parts = readChunks<{ id: string }>(followedAtOnce, (last) => {
      const query = tx.selectFrom('book').select('id').where('seriesId', '=', seriesId);
      const rest = last ? query.where('id', '>', last.id) : query;
      return rest.orderBy('id').limit(followedAtOnce).execute();
    });
    for await (const rows of parts) {
      const ids = rows.map(({ id }) => id);
      await tx.updateTable('book').set({ seriesTitleKey }).where('id', 'in', ids).execute();
    }
  },

  /** Moves the deleted books of series that were transferred to this library. */
  async followLibrary(tx: Tx, seriesIds: readonly string[], libraryId: string): Promise<void> {
    if (seriesIds.length === 0) return;
    await tx
      .updateTable('book')
      .set({ libraryId })
      .where('seriesId', 'in', seriesIds)
      .where(sql<boolean>`not ${fileIsThere}`)
      .execute();
  },

  /** Deletes rows permanently, including all dependent rows. Returns their ids and series. */
  async purge(
    tx: Tx,
    which: { libraryId?: string; seriesId?: string; deletedBeforeMs: number; limit: number },
  ) {
    let doomed = tx
      .selectFrom('book')
      .select('id')
      .where('deletedAt', '<=', which.deletedBeforeMs)
      .where('mainBookId', 'is', null)
      // Files in the trash can be restored.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('trashedFile').select('trashedFile.id').whereRef('bookId', '=', 'book.id'))),
      )
      .limit(which.limit);
    if (which.libraryId !== undefined) doomed = doomed.where('libraryId', '=', which.libraryId);
    if (which.seriesId !== undefined) doomed = doomed.where('seriesId', '=', which.seriesId);
    return tx.deleteFrom('book').where('id', 'in', doomed).returning(['id', 'seriesId']).execute();
  },

  /** Live books of removed libraries or roots, up to `limit`. */
  async listOrphans(tx: Tx, limit: number): Promise<{ id: string; libraryId: string }[]> {
    const { rows } = await sql<{ id: string; libraryId: string }>`
      select book.id, book."libraryId" from book
      join library on library.id = book."libraryId"
      join "libraryRoot" root on root.id = book."rootId"
      where ${fileIsThere} and (library."deletedAt" is not null or root."removedAt" is not null)
      limit ${limit}`.execute(tx);
    return rows;
  },
};

/** No file name contains a slash. */
const toVacantName = (id: string): string => `/${id}`;

/** The location of a book after `vacate`. */
export const toVacant = <T extends BookLocation>(book: T): T => ({
  ...book,
  fileName: toVacantName(book.id),
});

const toText = (value: number | null): string | null => (value === null ? null : String(value));
