// Looks up the file of a book for a viewer, for every page, cover and download. Cached for seconds and invalidated when
// the book changes. Visibility is checked on every call.

import { join } from 'node:path';
import type { FileFormat } from '@lectern/contract/values';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createCachedReads } from '#infrastructure/cached-reads.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { bookChanged } from '../changes.ts';
import { toCoverVersion } from '../cover-versions.ts';
import { type Libraries, libraryShrunk } from '../libraries.ts';
import type { Visibility } from '../visible.ts';
import { isFileThere } from './presence.ts';

export interface BookFile {
  id: string;
  libraryId: string;
  seriesId: string;
  title: string;
  fileName: string;
  format: FileFormat;
  /** Size and time when the file was last read. */
  sizeBytes: number;
  modifiedUs: number;
  hash: string;
  pageCount: number;
  coverId: string | null;
  thumbnailState: number;
  /** Time of the last change to an input of the thumbnail. */
  pictureChangedAt: number;
  coverVersion: string;
  isDeleted: boolean;
  /** Path for the file system. */
  path: string | Buffer;
  /** The same path relative to its root, as text, for worker processes. */
  root: string;
  relativePath: string;
}

const maxAgeMs = 5_000;

interface Dependencies {
  db: Db;
  libraries: Libraries;
  visibility: Visibility;
  events: EventBus;
  clock: Clock;
  own: OwnFolders;
}

export class BookFileReads {
  readonly #deps: Dependencies;
  readonly #known = createCachedReads<{ file: BookFile; atMs: number }>(5_000);

  constructor(deps: Dependencies) {
    this.#deps = deps;
    deps.events.subscribe(bookChanged, ({ bookIds }) => {
      for (const id of bookIds) this.#known.forget(id);
    });
    // The library's folders may have changed.
    deps.events.subscribe(libraryShrunk, ({ libraryId }) => {
      this.#known.forgetAll(({ file }) => file.libraryId === libraryId);
    });
    deps.events.subscribe(messagesMissed, () => this.#known.forgetAll());
  }

  /** Whether a path belongs to the server itself and must not be served as a book. */
  isOwn(path: string): boolean {
    return this.#deps.own.holds(path);
  }

  /** Throws not_found if the book does not exist for the viewer. Also returns deleted books. */
  async get(viewer: Viewer, id: string): Promise<BookFile> {
    const { file } = await this.#known.get(id, {
      isCurrent: ({ atMs }) => Math.abs(this.#deps.clock() - atMs) <= maxAgeMs,
      read: async () => {
        const atMs = this.#deps.clock();
        const [found] = await listFiles(this.#deps.db, [id]);
        if (!found) throw notFound('book');
        if (this.#isOwnFile(found)) throw notFound('file');
        return { file: found, atMs };
      },
    });
    if (!(await this.#deps.libraries.find(viewer, file.libraryId))) throw notFound('book');
    if (!(await this.#deps.visibility.passesRule(viewer, file.seriesId))) throw notFound('book');
    return file;
  }

  /** Returns the existing books from the database without the cache and without visibility checks. */
  async list(ids: readonly string[]): Promise<BookFile[]> {
    return (await listFiles(this.#deps.db, ids)).filter((file) => !this.#isOwnFile(file));
  }

  /** Invalidates an outdated cache entry. */
  forget(id: string): void {
    this.#known.forget(id);
  }

  #isOwnFile({ root, relativePath }: BookFile) {
    return this.#deps.own.holds(join(root, relativePath));
  }
}

async function listFiles(db: Db, ids: readonly string[]): Promise<BookFile[]> {
  const rows = await db
    .selectFrom('book')
    .innerJoin('libraryRoot', 'libraryRoot.id', 'book.rootId')
    .leftJoin('book as main', 'main.id', 'book.mainBookId')
    .select([
      'book.id',
      'book.libraryId',
      'book.title',
      'book.folder',
      'book.fileName',
      'book.fileFormat',
      'book.fileSize',
      'book.fileModifiedUs',
      'book.fileHash',
      'book.pageCount',
      'book.coverId',
      'book.thumbnailState',
      'book.pictureChangedAt',
      'book.deletedAt',
      'book.mainBookId',
      'book.updatedAt',
      'libraryRoot.path as root',
    ])
    // An additional format has the visibility of its entry.
    .select((eb) => eb.fn.coalesce('main.seriesId', 'book.seriesId').as('seriesId'))
    .where('book.id', 'in', ids)
    .execute();
  return rows.map((row) => {
    const relativePath = joinNames(row.folder, row.fileName);
    return {
      id: row.id,
      libraryId: row.libraryId,
      seriesId: row.seriesId,
      title: row.title,
      fileName: row.fileName,
      format: row.fileFormat,
      sizeBytes: row.fileSize,
      modifiedUs: row.fileModifiedUs,
      hash: row.fileHash,
      pageCount: row.pageCount,
      coverId: row.coverId,
      thumbnailState: row.thumbnailState,
      pictureChangedAt: row.pictureChangedAt,
      coverVersion: toCoverVersion(row),
      isDeleted: !isFileThere(row),
      path: toNativePath(row.root, relativePath),
      root: row.root,
      relativePath,
    };
  });
}
