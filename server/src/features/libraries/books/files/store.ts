// Books as scans see and write them: rows by folder, by content, in batches. All SQL that adds, moves, deletes and
// brings back books.
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { chunks, readChunks } from '#infrastructure/chunks.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { createAsking } from '#infrastructure/database/remembered.ts';
import type { Schema } from '#schema/schema.ts';
import type { BookContentTable, BookMetadataTable, BookTable } from '#schema/tables/book.ts';

/** What the database knows of a file that it believes to be there. */
export interface KnownFile {
  id: string;
  fileName: string;
  fileSize: number;
  fileModifiedUs: number;
  sidecarStamp: string | null;
}

/** A row with some content, wherever it is and whether or not its file is there. */
export type SameContent = Pick<
  BookTable,
  | 'id'
  | 'libraryId'
  | 'seriesId'
  | 'rootId'
  | 'folder'
  | 'fileName'
  | 'fileHash'
  | 'fileSize'
  | 'deletedAt'
  | 'titleLocked'
  | 'numberLocked'
>;

const sameContent = [
  ...(['id', 'libraryId', 'seriesId', 'rootId', 'folder', 'fileName', 'fileHash', 'fileSize'] as const),
  ...(['deletedAt', 'titleLocked', 'numberLocked'] as const),
];

/** Which books: those of a library, of a series, or one. */
export interface BookScope {
  column: 'libraryId' | 'seriesId' | 'id';
  id: string;
}

/** Live books of a library, series or one book that are to be read again: all, or those that never were read. */
export interface ToRead extends BookScope {
  all: boolean;
}

const isToRead = ({ column, id, all }: ToRead): RawBuilder<unknown> => sql`${sql.ref(column)} = ${id}
  and "deletedAt" is null ${all ? sql`` : sql`and (analyzed = 0 or "fileHash" = '')`}`;

/** Where a book's file is. */
export type BookLocation = Pick<BookTable, 'id' | 'libraryId' | 'rootId' | 'folder' | 'fileName'>;

/** A book as it was when somebody began to draw its thumbnail. */
interface Drawn {
  id: string;
  coverId: string | null;
  hash: string;
}

/** The file and the selected cover are still the same. */
const isStill =
  ({ id, coverId, hash }: Drawn) =>
  (eb: ExpressionBuilder<Schema, 'book'>) =>
    eb.and([
      eb('id', '=', id),
      eb('fileHash', '=', hash),
      eb('coverId', coverId === null ? 'is' : '=', coverId),
    ]);

export type BookChange = Partial<Omit<BookTable, 'id'>>;

export type BookFilesStore = ReturnType<typeof createBookFilesStore>;

/** Rows of one statement: book rows have some thirty columns. */
const chunkSize = 100;
/** Files or folders that are read in one go. */
const defaultBatchSize = 5_000;
/** Books that are told the title of their series in one go. */
const followedAtOnce = 500;

export function createBookFilesStore(database: Database, atOnce = defaultBatchSize) {
  return { ...readsOf(database, atOnce), ...writes };
}

function readsOf(database: Database, atOnce: number) {
  const { db } = database;
  const asking = createAsking(database);
  return {
    /** Live books of one folder (index book_rootId_folder_fileName_key). */
    async listFolder(rootId: string, folder: string): Promise<KnownFile[]> {
      const known: KnownFile[] = [];
      // Along its unique index: a folder may hold more than should be read in one go.
      const parts = readChunks<KnownFile>(atOnce, (last) =>
        db
          .selectFrom('book')
          .select(['id', 'fileName', 'fileSize', 'fileModifiedUs', 'sidecarStamp'])
          .where('rootId', '=', rootId)
          .where('folder', '=', folder)
          .where('fileName', '>', last?.fileName ?? '')
          .where('deletedAt', 'is', null)
          .orderBy('fileName')
          .limit(atOnce)
          .execute(),
      );
      for await (const rows of parts) for (const row of rows) known.push(row);
      return known;
    },

    async countToRead(which: ToRead): Promise<number> {
      const [row] = await asking<{ count: number }>(
        sql`select count(*) as count from book where ${isToRead(which)}`,
        true,
      );
      return Number(row?.count ?? 0);
    },

    /** Folder by folder, some thousand at a time: a folder may go on in the next part. */
    listToRead: (which: ToRead): AsyncGenerator<readonly BookLocation[]> =>
      readChunks<BookLocation>(atOnce, (last) => {
        const after = last
          ? sql`and ("rootId", folder, "fileName") > (${last.rootId}, ${last.folder}, ${last.fileName})`
          : sql``;
        return asking(
          sql`select id, "libraryId", "rootId", folder, "fileName" from book
            where ${isToRead(which)} ${after} order by "rootId", folder, "fileName" limit ${atOnce}`,
          true,
        );
      }),

    /** Folders of a root that hold live books, in no order that people would know. */
    async listFolders(rootId: string): Promise<string[]> {
      const folders: string[] = [];
      const parts = readChunks<{ folder: string }>(atOnce, (last) => {
        const query = db
          .selectFrom('book')
          .select('folder')
          .distinct()
          .where('rootId', '=', rootId)
          .where('deletedAt', 'is', null);
        const rest = last ? query.where('folder', '>', last.folder) : query;
        return rest.orderBy('folder').limit(atOnce).execute();
      });
      for await (const rows of parts) for (const { folder } of rows) folders.push(folder);
      return folders;
    },

    /** What serving the pages of a book needs. */
    findContent: (bookId: string): Promise<BookContentTable | undefined> =>
      db.selectFrom('bookContent').selectAll().where('bookId', '=', bookId).executeTakeFirst(),

    /** The same of a page of books. */
    listContents: async (bookIds: readonly string[]): Promise<BookContentTable[]> =>
      bookIds.length === 0
        ? []
        : db.selectFrom('bookContent').selectAll().where('bookId', 'in', bookIds).execute(),

    /** Live books of a library whose thumbnail is still to be made, after one of them (index book_thumbnail). */
    listWithoutThumbnail: (libraryId: string, afterId: string, limit: number): Promise<{ id: string }[]> =>
      db
        .selectFrom('book')
        .select('id')
        .where('libraryId', '=', libraryId)
        .where('thumbnailState', '=', sql.lit(0))
        .where('deletedAt', 'is', null)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Those of which one was made, or was tried to. */
    listWithThumbnail: (libraryId: string, afterId: string, limit: number): Promise<{ id: string }[]> =>
      db
        .selectFrom('book')
        .select('id')
        .where('libraryId', '=', libraryId)
        .where('thumbnailState', '<>', 0)
        .where('deletedAt', 'is', null)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** 0 to do, 1 made, 2 failed. */
    async setThumbnailState(ids: readonly string[], thumbnailState: 0 | 1 | 2): Promise<void> {
      for (const part of chunks(ids, chunkSize))
        await db.updateTable('book').set({ thumbnailState }).where('id', 'in', part).execute();
    },

    /**
     * Notes how making a thumbnail ended; false when the file or the selected cover is another by now. `keep` puts the
     * picture in its place unless its file is another, while nobody changes the row; it may be called twice.
     */
    finishThumbnail: (
      drawn: Drawn,
      thumbnailState: 1 | 2,
      keep: (state: number) => Promise<boolean>,
    ): Promise<boolean> =>
      database.transaction(async (tx) => {
        const { lockingRows } = database.dialect;
        const row = await tx
          .selectFrom('book')
          .select('thumbnailState')
          .where(isStill(drawn))
          .modifyEnd(lockingRows)
          .executeTakeFirst();
        if (!row || !(await keep(row.thumbnailState))) return false;
        await tx.updateTable('book').set({ thumbnailState }).where('id', '=', drawn.id).execute();
        return true;
      }),

    /** As the row has it now: 0 still to be made, 1 made, 2 none; undefined when the book changed meanwhile. */
    async findThumbnailState(drawn: Drawn): Promise<number | undefined> {
      const row = await db
        .selectFrom('book')
        .select('thumbnailState')
        .where(isStill(drawn))
        .executeTakeFirst();
      return row?.thumbnailState;
    },

    /** Selects an uploaded cover, or none. */
    async setCover(id: string, coverId: string | null, nowMs: number): Promise<void> {
      await db.updateTable('book').set({ coverId, updatedAt: nowMs }).where('id', '=', id).execute();
    },

    /** Rows with any of these hashes, live or deleted, the oldest first (index book_hash). */
    findByHash: async (hashes: readonly string[]): Promise<SameContent[]> =>
      hashes.length === 0
        ? []
        : db.selectFrom('book').select(sameContent).where('fileHash', 'in', hashes).orderBy('id').execute(),

    /** Those of a series that are not deleted (index book_in_series). */
    listLive: (seriesId: string): Promise<SameContent[]> =>
      db
        .selectFrom('book')
        .select(sameContent)
        .where('seriesId', '=', seriesId)
        .where('deletedAt', 'is', null)
        .execute(),

    findByIds: async (ids: readonly string[]): Promise<SameContent[]> =>
      ids.length === 0 ? [] : db.selectFrom('book').select(sameContent).where('id', 'in', ids).execute(),
  };
}

/** The library or the folder of a book was removed. */
const isOrphan = sql<boolean>`(
  exists (select 1 from library where library.id = book."libraryId" and library."deletedAt" is not null)
  or exists (select 1 from "libraryRoot" root where root.id = book."rootId" and root."removedAt" is not null))`;

const writes = {
  async insert(tx: Tx, rows: readonly BookTable[]): Promise<void> {
    for (const part of chunks(rows, chunkSize)) await tx.insertInto('book').values(part).execute();
  },

  /** Changes a book that still is where it was when it was looked up; false when it was moved meanwhile. */
  async update(
    tx: Tx,
    { id, libraryId, rootId, folder, fileName }: SameContent,
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

  /** Replaces what the files said before. */
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
        .set({ deletedAt: nowMs, updatedAt: nowMs })
        .where('id', 'in', part)
        .where('libraryId', '=', libraryId)
        .where('deletedAt', 'is', null);
      if (orphansOnly) update = update.where(isOrphan);
      gone.push(...(await update.returning(['id', 'seriesId']).execute()));
    }
    return gone;
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

  /** Deletes rows for good, with everything that hangs on them; returns their ids and series. */
  async purge(
    tx: Tx,
    which: { libraryId?: string; seriesId?: string; deletedBeforeMs: number; limit: number },
  ) {
    let doomed = tx
      .selectFrom('book')
      .select('id')
      .where('deletedAt', '<=', which.deletedBeforeMs)
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
      where book."deletedAt" is null and (library."deletedAt" is not null or root."removedAt" is not null)
      limit ${limit}`.execute(tx);
    return rows;
  },
};
