// All SQL that adds, moves, deletes and brings back books.
import { sql } from 'kysely';
import { fileIsThere, fileIsThereAs } from '#catalog/presence.ts';
import { chunks, readChunks } from '#infrastructure/chunks.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import type { BookContentTable, BookMetadataTable, BookTable } from '#schema/tables/book.ts';

/** Where a book's file is. */
export type BookLocation = Pick<BookTable, 'id' | 'libraryId' | 'rootId' | 'folder' | 'fileName'>;

export type BookChange = Partial<Omit<BookTable, 'id'>>;

export type BookFileWrites = typeof writes;

/** Rows of one statement: book rows have some thirty columns. */
const chunkSize = 100;
/** Books that get the title of their series in one statement. */
const followedAtOnce = 500;

/** The library or the folder of a book was removed. */
const isOrphan = sql<boolean>`(
  exists (select 1 from library where library.id = book."libraryId" and library."deletedAt" is not null)
  or exists (select 1 from "libraryRoot" root where root.id = book."rootId" and root."removedAt" is not null))`;

/** Writes of books, each in the transaction of its caller. */
export const writes = {
  async insert(tx: Tx, rows: readonly BookTable[]): Promise<void> {
    for (const part of chunks(rows, chunkSize)) await tx.insertInto('book').values(part).execute();
  },

  /** Changes a book that still is where it was when it was looked up; false when it was moved meanwhile. */
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

  /** Notes why the files of these books could not be read; they are read again at the next occasion. */
  async markUnopened(
    tx: Tx,
    rows: readonly { id: string; analysisError: string | null }[],
    nowMs: number,
  ): Promise<{ id: string; seriesId: string }[]> {
    const noted: { id: string; seriesId: string }[] = [];
    for (const { id, analysisError } of rows) {
      const change = { analysisError, fileModifiedUs: 0, updatedAt: nowMs };
      const update = tx.updateTable('book').set(change).where('id', '=', id);
      noted.push(...(await update.returning(['id', 'seriesId']).execute()));
    }
    return noted;
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

  /** Replaces the metadata of these books' files. */
  async saveMetadata(tx: Tx, bookIds: readonly string[], rows: readonly BookMetadataTable[]): Promise<void> {
    for (const part of chunks(bookIds, chunkSize))
      await tx.deleteFrom('bookMetadata').where('bookId', 'in', part).execute();
    for (const part of chunks(rows, chunkSize)) await tx.insertInto('bookMetadata').values(part).execute();
  },

  /**
   * Live books of these ids count as gone, unless a scan has moved them elsewhere meanwhile: out of the library, or,
   * where only orphans are meant, out of the removed library or folder. Returns the series that lost some.
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

  /** Deleted books of these ids that are still where they were are there again, but where another has taken their place. */
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

  /** Shows these books in lists, or has another file of the same book stand for each. */
  async setMain(
    tx: Tx,
    ids: readonly string[],
    { mainBookId, nowMs }: { mainBookId: string | null; nowMs: number },
  ): Promise<void> {
    const change = { mainBookId, deletedAt: mainBookId === null ? null : nowMs, updatedAt: nowMs };
    for (const part of chunks(ids, chunkSize))
      await tx.updateTable('book').set(change).where('id', 'in', part).execute();
  },

  /** What people decided about these files: `alone`, the name of a group, or nothing. */
  async setFormatGroup(tx: Tx, ids: readonly string[], formatGroup: string | null): Promise<void> {
    for (const part of chunks(ids, chunkSize))
      await tx.updateTable('book').set({ formatGroup }).where('id', 'in', part).execute();
  },

  /** Lists are ordered by series: its books carry the key of its title. */
  async followSeries(tx: Tx, seriesId: string, seriesTitleKey: string): Promise<void> {
    // Along the index book_seriesId: a series may have more books than should be written in one go.
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

  /** Deleted books of series that have become this library's. */
  async followLibrary(tx: Tx, seriesIds: readonly string[], libraryId: string): Promise<void> {
    if (seriesIds.length === 0) return;
    await tx
      .updateTable('book')
      .set({ libraryId })
      .where('seriesId', 'in', seriesIds)
      .where(sql<boolean>`not ${fileIsThere}`)
      .execute();
  },

  /** Deletes rows for good, with everything that hangs on them; returns their ids and series. */
  async purge(
    tx: Tx,
    which: { libraryId?: string; seriesId?: string; deletedBeforeMs: number; limit: number },
  ) {
    let doomed = tx
      .selectFrom('book')
      .select('id')
      .where('deletedAt', '<=', which.deletedBeforeMs)
      .where('mainBookId', 'is', null)
      // Their files may come back.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('trashedFile').select('trashedFile.id').whereRef('bookId', '=', 'book.id'))),
      )
      .limit(which.limit);
    if (which.libraryId !== undefined) doomed = doomed.where('libraryId', '=', which.libraryId);
    if (which.seriesId !== undefined) doomed = doomed.where('seriesId', '=', which.seriesId);
    return tx.deleteFrom('book').where('id', 'in', doomed).returning(['id', 'seriesId']).execute();
  },

  /** Live books of removed libraries or removed folders, some of them. */
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
