// Books as scans read and write them: rows by folder, by content, in batches. All SQL that adds, moves, deletes and
// restores books.
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { type RawBuilder, sql } from 'kysely';
import { fileIsThere, thereParts } from '#catalog/books/presence.ts';
import { chunks, readChunks } from '#infrastructure/chunks.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { BookContentTable, BookTable } from '#schema/tables/libraries/book.ts';
import { keepReaderHash } from './reader-hashes.ts';
import {
  type FileHashes,
  findByHash,
  findByIds,
  findByPageHash,
  listLastDeleted,
  listLive,
  type SameContent,
} from './same-content.ts';
import { type BookFileWrites, type BookLocation, writes } from './writes/store.ts';

/** The stored state of a file that is not marked missing. */
export type KnownFile = Pick<BookTable, 'id' | 'fileName' | 'fileSize' | 'fileModifiedUs' | 'sidecarStamp'>;

/** Numbers and identifiers of a book, and the folder of its file. */
export interface IdentifiedBook
  extends Pick<BookTable, 'id' | 'rootId' | 'folder' | 'number' | 'volume' | 'chapter'> {
  isbns: string[];
  identifiers: { scheme: string; value: string }[];
}

/** Selects the books of a library, the books of a series, or one book. */
export interface BookScope {
  column: 'libraryId' | 'seriesId' | 'id';
  id: string;
}

/** Selects live books to read again: all books, or only unread ones. */
export interface ToRead extends BookScope {
  all: boolean;
}

const isToRead = (
  { column, id, all }: ToRead,
  isThere: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`${sql.ref(column)} = ${id}
  and ${isThere} ${all ? sql`` : sql`and (analyzed = 0 or "fileHash" = '')`}`;

/** State of a book when drawing its thumbnail began. */
interface Drawn {
  id: string;
  coverId: string | null;
  hash: string;
  pictureChangedAt: number;
}

/** Result of drawing the thumbnail of a book. */
export interface ThumbnailEnd {
  book: Drawn;
  /** 1 = made, 2 = failed. */
  thumbnailState: 1 | 2;
  /** ThumbHash of the image; null if none could be made. */
  thumbHash: string | null;
  /** Stores or removes the image, given the previous state. Must be idempotent. */
  keep(before: number): Promise<void>;
}

/** Reads and writes of books by scans. */
export interface BookFiles extends BookFileReads, BookFileWrites {}

/** Rows per statement: a book row has about thirty columns. */
const chunkSize = 100;
/** Files or folders read per query. */
const defaultBatchSize = 5_000;

export const createBookFiles = (database: Database, atOnce = defaultBatchSize): BookFiles => ({
  ...createReads({ database, atOnce }),
  ...writes,
});

interface ReadOptions {
  database: Database;
  atOnce: number;
}

export interface BookFileReads {
  /** Live books directly in a folder (index book_rootId_folder_fileName_key). */
  listFolder(rootId: string, folder: string): Promise<KnownFile[]>;
  countToRead(which: ToRead): Promise<number>;
  /** Yields books ordered by folder, a few thousand at a time. A batch may end in the middle of a folder. */
  listToRead(which: ToRead): AsyncGenerator<readonly BookLocation[]>;
  /** Folders of a root that contain live books, in no particular order. */
  listFolders(rootId: string): Promise<string[]>;
  /** Data for serving the pages of a book. */
  findContent(bookId: string): Promise<BookContentTable | undefined>;
  /** The same for several books. */
  listContents(bookIds: readonly string[]): Promise<BookContentTable[]>;
  /** Stores the parsed EPUB content and its page count, unless the file was replaced meanwhile. */
  completeContent(content: BookContentTable, pageCount: number): Promise<void>;
  /** Adds the KOReader id of a file that the server made from a book. */
  keepReaderHash(bookId: string, hash: string): Promise<void>;
  /** Live books of a library without a thumbnail, starting after `afterId` (index book_thumbnail). */
  listWithoutThumbnail(libraryId: string, afterId: string, limit: number): Promise<{ id: string }[]>;
  /** Live books whose thumbnail was made or failed. */
  listWithThumbnail(libraryId: string, afterId: string, limit: number): Promise<{ id: string }[]>;
  /** Marks the thumbnails of these books for redrawing. */
  renewThumbnails(ids: readonly string[], nowMs: number): Promise<void>;
  /**
   * Stores the results and calls `keep` while the row is locked. Returns the ids of the updated books; skips books
   * whose file or selected cover changed meanwhile.
   */
  finishThumbnails(ends: readonly ThumbnailEnd[]): Promise<Set<string>>;
  /** Current states by id: 0 = pending, 1 = made, 2 = none. Omits books that changed meanwhile. */
  findThumbnailStates(drawn: readonly Drawn[]): Promise<Map<string, number>>;
  /** Selects an uploaded cover, or none, and marks the thumbnail for redrawing. */
  setCover(tx: Tx, id: string, coverId: string | null, nowMs: number): Promise<void>;
  /** Rows with any of these hashes, live or deleted, oldest first (index book_readerHash). */
  findByHash(files: readonly FileHashes[]): Promise<SameContent[]>;
  /** The same for the hashes of pages (index book_pageHash). */
  findByPageHash(files: readonly Pick<BookTable, 'pageHash'>[]): Promise<SameContent[]>;
  /** The subset of these books that have an ISBN or another identifier. */
  listIdentified(bookIds: readonly string[]): Promise<IdentifiedBook[]>;
  /** Live books of a series (index book_in_series). */
  listLive(seriesId: string): Promise<SameContent[]>;
  /** Ids of the books of a library that were deleted last (index book_deleted). Omits files in the trash. */
  listLastDeleted(libraryId: string, limit: number): Promise<string[]>;
  findByIds(ids: readonly string[]): Promise<SameContent[]>;
}

function createReads(deps: ReadOptions): BookFileReads {
  return {
    listFolder: (rootId, folder) => listFolder(deps, rootId, folder),
    countToRead: (which) => countToRead(deps, which),
    listToRead: (which) => listToRead(deps, which),
    listFolders: (rootId) => listFolders(deps, rootId),
    findContent: (bookId) => findContent(deps, bookId),
    listContents: (bookIds) => listContents(deps, bookIds),
    completeContent: (content, pageCount) => completeContent(deps, content, pageCount),
    keepReaderHash: (bookId, hash) => keepReaderHash(deps.database.db, { bookId, hash }),
    listWithoutThumbnail: (libraryId, afterId, limit) =>
      listByThumbnail(deps, '=', { libraryId, afterId, limit }),
    listWithThumbnail: (libraryId, afterId, limit) =>
      listByThumbnail(deps, '<>', { libraryId, afterId, limit }),
    renewThumbnails: (ids, nowMs) => renewThumbnails(deps, ids, nowMs),
    finishThumbnails: (ends) => finishThumbnails(deps, ends),
    findThumbnailStates: (drawn) => findThumbnailStates(deps.database.db, drawn),
    setCover,
    findByHash: (files) => findByHash(deps.database.db, files),
    findByPageHash: (files) => findByPageHash(deps.database.db, files),
    listIdentified: (bookIds) => listIdentified(deps, bookIds),
    listLive: (seriesId) => listLive(deps.database.db, seriesId),
    listLastDeleted: (libraryId, limit) => listLastDeleted(deps.database.db, libraryId, limit),
    findByIds: (ids) => findByIds(deps.database.db, ids),
  };
}

async function listFolder(deps: ReadOptions, rootId: string, folder: string): Promise<KnownFile[]> {
  const known: KnownFile[] = [];
  // Reads in chunks along the unique index, because a folder may hold more rows than one query should return.
  for (const isThere of thereParts) {
    const parts = readChunks<KnownFile>(deps.atOnce, (last) =>
      deps.database.db
        .selectFrom('book')
        .select(['id', 'fileName', 'fileSize', 'fileModifiedUs', 'sidecarStamp'])
        .where('rootId', '=', rootId)
        .where('folder', '=', folder)
        .where('fileName', '>', last?.fileName ?? '')
        .where(isThere)
        .orderBy('fileName')
        .limit(deps.atOnce)
        .execute(),
    );
    for await (const rows of parts) for (const row of rows) known.push(row);
  }
  return known;
}

async function countToRead(deps: ReadOptions, which: ToRead): Promise<number> {
  const [row] = await runLongQuery<{ count: number }>(
    deps.database,
    sql`select count(*) as count from book where ${isToRead(which, fileIsThere)}`,
  );
  return Number(row?.count ?? 0);
}

async function* listToRead(deps: ReadOptions, which: ToRead): AsyncGenerator<readonly BookLocation[]> {
  for (const isThere of thereParts) yield* listPartToRead(deps, isToRead(which, isThere));
}

const listPartToRead = (
  deps: ReadOptions,
  isWanted: RawBuilder<unknown>,
): AsyncGenerator<readonly BookLocation[]> =>
  readChunks<BookLocation>(deps.atOnce, (last) => {
    const after = last
      ? sql`and ("rootId", folder, "fileName") > (${last.rootId}, ${last.folder}, ${last.fileName})`
      : sql``;
    return runLongQuery(
      deps.database,
      sql`select id, "libraryId", "rootId", folder, "fileName" from book
        where ${isWanted} ${after} order by "rootId", folder, "fileName" limit ${deps.atOnce}`,
    );
  });

async function listFolders(deps: ReadOptions, rootId: string): Promise<string[]> {
  const folders = new Set<string>();
  for (const isThere of thereParts) {
    const parts = readChunks<{ folder: string }>(deps.atOnce, (last) => {
      const query = deps.database.db
        .selectFrom('book')
        .select('folder')
        .distinct()
        .where('rootId', '=', rootId)
        .where(isThere);
      const rest = last ? query.where('folder', '>', last.folder) : query;
      return rest.orderBy('folder').limit(deps.atOnce).execute();
    });
    for await (const rows of parts) for (const { folder } of rows) folders.add(folder);
  }
  return [...folders];
}

const findContent = (deps: ReadOptions, bookId: string): Promise<BookContentTable | undefined> =>
  deps.database.db.selectFrom('bookContent').selectAll().where('bookId', '=', bookId).executeTakeFirst();

const listContents = async (deps: ReadOptions, bookIds: readonly string[]): Promise<BookContentTable[]> =>
  bookIds.length === 0
    ? []
    : deps.database.db.selectFrom('bookContent').selectAll().where('bookId', 'in', bookIds).execute();

const completeContent = (
  { database }: ReadOptions,
  { bookId, fileSize, fileModifiedUs, content }: BookContentTable,
  pageCount: number,
): Promise<void> =>
  database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('bookContent')
      .set({ content })
      .where('bookId', '=', bookId)
      .where('fileSize', '=', fileSize)
      .where('fileModifiedUs', '=', fileModifiedUs)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx
      .updateTable('book')
      .set({ pageCount })
      .where('id', '=', bookId)
      .where('analyzed', '=', 1)
      .where('pageCount', '<>', pageCount)
      .execute();
  });

/** Live books of a library after `afterId`, with (`=`) or without (`<>`) a pending thumbnail. */
const listByThumbnail = (
  deps: ReadOptions,
  isToDo: '=' | '<>',
  { libraryId, afterId, limit }: { libraryId: string; afterId: string; limit: number },
): Promise<{ id: string }[]> =>
  deps.database.db
    .selectFrom('book')
    .select('id')
    .where('libraryId', '=', libraryId)
    .where('thumbnailState', isToDo, sql.lit(0))
    .where('deletedAt', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

async function renewThumbnails(deps: ReadOptions, ids: readonly string[], nowMs: number): Promise<void> {
  for (const part of chunks(ids, chunkSize))
    await deps.database.db
      .updateTable('book')
      .set({ thumbnailState: 0, pictureChangedAt: nowMs })
      .where('id', 'in', part)
      .execute();
}

async function finishThumbnails(
  { database }: ReadOptions,
  ends: readonly ThumbnailEnd[],
): Promise<Set<string>> {
  if (ends.length === 0) return new Set();
  return database.transaction(async (tx) => {
    const states = await findThumbnailStates(
      tx,
      ends.map(({ book }) => book),
      database.dialect.lockingRows,
    );
    const kept = ends.filter(({ book }) => states.has(book.id));
    await Promise.all(kept.map(({ book, keep }) => keep(states.get(book.id) ?? 0)));
    for (const [thumbnailState, same] of Map.groupBy(kept, (end) => end.thumbnailState)) {
      const ids = same.map(({ book }) => book.id);
      const hashes = same.map(({ book, thumbHash }) => sql`when ${book.id} then ${thumbHash}`);
      const thumbHash = sql<string | null>`case id ${sql.join(hashes, sql` `)} end`;
      await tx.updateTable('book').set({ thumbnailState, thumbHash }).where('id', 'in', ids).execute();
    }
    return new Set(kept.map(({ book }) => book.id));
  });
}

/** Locks rows in the order of their ids to avoid deadlocks. */
async function findThumbnailStates(
  db: Db,
  drawn: readonly Drawn[],
  locking = sql``,
): Promise<Map<string, number>> {
  if (drawn.length === 0) return new Map();
  const rows = await db
    .selectFrom('book')
    .select(['id', 'fileHash', 'coverId', 'thumbnailState', 'pictureChangedAt'])
    .where(
      'id',
      'in',
      drawn.map(({ id }) => id),
    )
    .orderBy('id')
    .modifyEnd(locking)
    .execute();
  const before = new Map(drawn.map((book) => [book.id, book]));
  const isStill = ({ id, fileHash, coverId, pictureChangedAt }: (typeof rows)[number]) => {
    const book = before.get(id);
    return book?.hash === fileHash && book.coverId === coverId && book.pictureChangedAt === pictureChangedAt;
  };
  return new Map(rows.filter(isStill).map(({ id, thumbnailState }) => [id, thumbnailState]));
}

async function setCover(tx: Tx, id: string, coverId: string | null, nowMs: number): Promise<void> {
  await tx
    .updateTable('book')
    .set({ coverId, thumbnailState: 0, thumbHash: null, pictureChangedAt: nowMs, updatedAt: nowMs })
    .where('id', '=', id)
    .execute();
}

async function listIdentified({ database }: ReadOptions, ids: readonly string[]): Promise<IdentifiedBook[]> {
  if (ids.length === 0) return [];
  const rows = await database.db
    .selectFrom('book')
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .select(['book.id', 'book.rootId', 'book.folder', 'book.number', 'book.volume', 'book.chapter'])
    .select('bookMetadata.lists')
    .where('book.id', 'in', ids)
    .execute();
  return rows.flatMap(({ lists, ...book }) => {
    const { isbns = [], externalIds = [] }: Partial<Pick<BookMetadata, 'isbns' | 'externalIds'>> =
      JSON.parse(lists);
    const identifiers = externalIds.map(({ source, externalId }) => ({ scheme: source, value: externalId }));
    return isbns.length + identifiers.length > 0 ? [{ ...book, isbns, identifiers }] : [];
  });
}
