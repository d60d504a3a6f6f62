// Moves files to the trash and restores them. The file is moved first and the database updated afterwards: after an
// interruption, the info file identifies the book (clean-up.ts).

import type { TrashedFile } from '@lectern/contract/ingest/trash';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { toScope } from '#catalog/visible.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import {
  conflict,
  forbidden,
  notFound,
  Problem,
  type Reason,
  reason,
  reasonOf,
} from '#infrastructure/errors.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { newId, nilId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { discard, type Location, putInto, type Root, takeBack } from './items.ts';
import * as store from './store.ts';

export interface TrashDependencies {
  config: Config;
  database: Database;
  catalog: Catalog;
  books: Pick<BookFiles, 'findByIds'>;
  libraries: LibraryScan;
  clock: Clock;
  log: Log;
  folders: TargetFolders;
  /** Updates books whose files were deleted or restored. */
  scans: {
    softDelete(library: ScanLibrary, bookIds: readonly string[]): Promise<void>;
    bringBack(library: ScanLibrary, bookIds: readonly string[]): Promise<void>;
    /** Requests a scan of the library, now or after the running one. */
    request(libraryId: string): Promise<void>;
    /** Repeats a running scan, which may have seen a file that is now deleted. */
    repeat(libraryId: string): Promise<void>;
  };
}

export interface Refused {
  title: string;
  reason: Reason;
}

export const dayMs = 24 * 60 * 60 * 1000;
const chunk = 500;

export const toLocation = (row: store.TrashedRow): Location => ({
  folder: row.folder,
  name: row.name,
  isFolder: row.isFolder === 1,
  companions: JSON.parse(row.companions),
});

export class TrashedFiles {
  readonly #deps: TrashDependencies;

  constructor(deps: TrashDependencies) {
    this.#deps = deps;
  }

  /** Throws `forbidden` for a library that does not allow file changes. */
  async getLibrary(id: string): Promise<ScanLibrary> {
    const library = await this.#deps.libraries.findLibrary(id);
    if (!library) throw notFound('library');
    if (!library.allowFileChanges) throw forbidden(reason('file_changes_off'));
    return library;
  }

  /** Moves these books of a library to the trash. The result lists refused ones. */
  async trashBooks(
    viewer: Viewer,
    { library, books }: { library: ScanLibrary; books: readonly BookRow[] },
  ): Promise<{ trashed: TrashedFile[]; refused: (Refused & { bookId: string })[] }> {
    const rows: store.TrashedRow[] = [];
    const refused: (Refused & { bookId: string })[] = [];
    for (const book of books) {
      try {
        rows.push(await this.#trashBook(viewer, library, book));
      } catch (error) {
        if (books.length === 1) throw error;
        refused.push({ bookId: book.id, title: book.title, reason: reasonOf(error) });
      }
    }
    const ids = rows.flatMap(({ bookId }) => bookId ?? []);
    if (ids.length > 0) await this.#deps.scans.softDelete(library, ids);
    await this.#deps.scans.repeat(library.id);
    const [first] = refused;
    if (rows.length === 0 && first) throw conflict(first.reason);
    const shown = await store.listByIds(
      this.#deps.database.db,
      await toScope(this.#deps.catalog.libraries, viewer),
      rows.map(({ id }) => id),
    );
    const names = await this.#deps.catalog.libraries.all();
    return { trashed: shown.map((row) => this.toTrashedFile(row, names)), refused };
  }

  /** Throws a Problem if the file remains in place. */
  async putAway(place: TrashLocation, file: LooseFile): Promise<void> {
    await this.#putFile(place, { ...file, bookId: null, isFolder: false });
    await this.#deps.scans.repeat(place.library.id);
  }

  toTrashedFile(row: store.ShownRow, libraries: ReadonlyMap<string, { name: string }>): TrashedFile {
    const { keepDays } = this.#deps.config.trash;
    const { id, bookId, seriesId, libraryId, title, seriesTitle, sizeBytes } = row;
    return {
      id,
      bookId,
      seriesId,
      libraryId,
      title,
      seriesTitle,
      sizeBytes,
      libraryName: libraries.get(libraryId)?.name ?? '',
      path: toDisplayName(joinNames(row.folder, row.name)),
      deletedBy: row.username,
      deletedAt: toTime(row.deletedAt),
      expiresAt: keepDays === 0 ? null : toTime(row.deletedAt + keepDays * dayMs),
    };
  }

  /** The subset of ids that is in the trash and visible to the viewer. */
  async findRows(viewer: Viewer, ids: readonly string[]): Promise<store.ShownRow[]> {
    return store.listByIds(this.#deps.database.db, await toScope(this.#deps.catalog.libraries, viewer), ids);
  }

  /** Restores one file, or throws a Problem. */
  async restore(row: store.TrashedRow): Promise<void> {
    await this.#putBack(row);
    await this.#deps.scans.request(row.libraryId);
  }

  /** Updates the database after the file was moved back. */
  async finishRestoring({
    row,
    library,
    root,
  }: {
    row: store.TrashedRow;
    library: ScanLibrary;
    root: Root;
  }): Promise<void> {
    if (row.bookId !== null) await this.#deps.scans.bringBack(library, [row.bookId]);
    await store.remove(this.#deps.database.db, row.id);
    await discard(this.#deps.folders, root, row.id);
  }

  async restoreMany(
    rows: readonly store.TrashedRow[],
  ): Promise<{ restored: number; refused: (Refused & { id: string })[] }> {
    const refused: (Refused & { id: string })[] = [];
    const libraryIds = new Set<string>();
    for (const row of rows) {
      try {
        await this.#putBack(row);
        libraryIds.add(row.libraryId);
      } catch (error) {
        refused.push({ id: row.id, title: row.title, reason: reasonOf(error) });
      }
    }
    // Requested after all files are restored: an earlier scan would treat files as missing that were restored after it
    // listed their folder.
    for (const id of libraryIds) await this.#deps.scans.request(id);
    return { restored: rows.length - refused.length, refused };
  }

  /**
   * Permanently deletes one file. The book remains deleted until its library purges it, like a book whose file was
   * deleted manually.
   */
  async removeForGood(row: store.TrashedRow): Promise<void> {
    const { root } = await this.#getRoot(row);
    await discard(this.#deps.folders, root, row.id);
    await store.remove(this.#deps.database.db, row.id);
  }

  /** Deletes all visible files. Files that cannot be deleted remain. Throws if none can be deleted. */
  async emptyTrash(viewer: Viewer): Promise<number> {
    const scope = await toScope(this.#deps.catalog.libraries, viewer);
    let removed = 0;
    let fault: unknown;
    let last: string = nilId;
    for (;;) {
      const rows = await store.listAfter(this.#deps.database.db, scope, last, chunk);
      if (rows.length === 0) break;
      for (const row of rows) {
        last = row.id > last ? row.id : last;
        try {
          await this.removeForGood(row);
          removed++;
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          fault ??= error;
        }
      }
    }
    if (removed === 0 && fault !== undefined) throw fault;
    return removed;
  }

  async #trashBook(viewer: Viewer, library: ScanLibrary, book: BookRow): Promise<store.TrashedRow> {
    const { folder, fileName: name, title, seriesTitle, seriesId } = book;
    const root = library.roots.find(({ id }) => id === book.rootId);
    const path = toDisplayName(joinNames(folder, name));
    if (!isFileThere(book) || !root) throw conflict(reason('trash_file_missing', { path }));
    return this.#putFile(
      { library, root, userId: viewer.userId },
      {
        folder,
        name,
        title,
        seriesTitle,
        seriesId,
        sizeBytes: book.fileSize,
        bookId: book.id,
        isFolder: book.fileFormat === 'folder',
      },
    );
  }

  async #putFile(
    { library, root, userId }: TrashLocation,
    { seriesId, ...file }: LooseFile & { bookId: string | null; isFolder: boolean },
  ): Promise<store.TrashedRow> {
    const id = newId();
    const info = await putInto(this.#deps.folders, root, id, { ...file, deletedAt: this.#deps.clock() });
    const row: store.TrashedRow = {
      id,
      seriesId,
      libraryId: library.id,
      rootId: root.id,
      userId,
      ...info,
      isFolder: info.isFolder ? 1 : 0,
      companions: JSON.stringify(info.companions),
    };
    await store.insert(this.#deps.database.db, row);
    return row;
  }

  async #getRoot(row: store.TrashedRow) {
    const library = await this.#deps.libraries.findLibrary(row.libraryId);
    const root = library?.roots.find(({ id }) => id === row.rootId);
    if (!library || !root) throw conflict(reason('trash_root_gone'));
    return { library, root };
  }

  async #putBack(row: store.TrashedRow): Promise<void> {
    const { library, root } = await this.#getRoot(row);
    await takeBack(this.#deps.folders, root, row.id, toLocation(row));
    await this.finishRestoring({ row, library, root });
  }
}

/** A file without a book. */
export interface LooseFile {
  folder: string;
  name: string;
  title: string;
  seriesTitle: string;
  /** The file is visible in the trash to users who see this series. */
  seriesId: string;
  sizeBytes: number;
}

interface TrashLocation {
  library: ScanLibrary;
  root: Root;
  userId: string;
}
