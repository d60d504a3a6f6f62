// Decisions of users: which files are formats of one book, and which are not.
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import { toBookFormat } from '#catalog/books/book-dto.ts';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { newId } from '#infrastructure/ids.ts';
import { publishCounts, type RecountDependencies, recountBooks } from '../book-counts/index.ts';
import { alone } from './entries.ts';
import { type Formats, publishSettled, type Settled } from './settle.ts';
import * as store from './store.ts';

export interface Dependencies extends RecountDependencies {
  database: Database;
  catalog: Catalog;
  books: BookFiles;
  formats: Formats;
}

interface ToAdd {
  bookIds: readonly string[];
  /** Allows merging books whose series are visible to different users. */
  acceptsOtherReaders: boolean;
}

export class FormatDecisions {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Makes books, with their existing formats, formats of another book. */
  async add(viewer: Viewer, id: string, { bookIds, acceptsOtherReaders }: ToAdd): Promise<BookFormat[]> {
    const { database, books, catalog } = this.#deps;
    const entry = await getEntry(catalog, viewer, id);
    const added: BookRow[] = [];
    for (const bookId of new Set(bookIds)) added.push(await catalog.books.get(viewer, bookId));
    for (const book of added) {
      if (book.libraryId !== entry.libraryId) throw conflict(reason('formats_other_library'));
      if (!isFileThere(book))
        throw conflict(reason('trash_file_missing', { path: toDisplayName(book.fileName) }));
    }
    const entryIds = [entry.id, ...added.map(({ mainBookId, id }) => mainBookId ?? id)];
    // A file is visible to the same users as the series of its entry.
    if (!acceptsOtherReaders && (await catalog.visibility.findWitnesses('book', entryIds)).length > 1)
      throw conflict(reason('formats_readers_differ'));
    const settled = await database.transaction(async (tx) => {
      const files = await listFiles(tx, entryIds);
      const first = files.find((file) => file.id === entry.id);
      if (!first) throw notFound('book');
      refuseTwice(files);
      if (files.length < 2) return undefined;
      const ids = files.map((file) => file.id);
      // All files share one group id. That of the entry is kept, so that files that are currently missing still belong to
      // it.
      const group = first.formatGroup === null || first.formatGroup === alone ? newId() : first.formatGroup;
      await books.setFormatGroup(tx, ids, group);
      const others = new Set(ids.filter((one) => one !== entry.id));
      return this.#settleAndCount(tx, ids, others);
    });
    if (settled) this.#publish(entry.libraryId, settled);
    return (await catalog.books.findFormats(await getEntry(catalog, viewer, id))).map(toBookFormat);
  }

  /** Makes one of the files of a book a separate entry. */
  async remove(viewer: Viewer, id: string, bookId: string): Promise<void> {
    const { database, books, catalog } = this.#deps;
    const entry = await getEntry(catalog, viewer, id);
    const settled = await database.transaction(async (tx) => {
      const files = await listFiles(tx, [entry.id]);
      if (files.length < 2 || !files.some((file) => file.id === bookId)) throw notFound('format');
      await books.setFormatGroup(tx, [bookId], alone);
      return this.#settleAndCount(
        tx,
        files.map((file) => file.id),
      );
    });
    this.#publish(entry.libraryId, settled);
  }

  /** Applies decisions to files without a decision on this server. */
  async takeDecisions(decisions: readonly FormatDecision[]): Promise<void> {
    const groupOf = new Map(decisions.map(({ bookId, formatGroup }) => [bookId, formatGroup]));
    const rows = await store.listBy(this.#deps.database.db, 'id', [...groupOf.keys()]);
    const open = rows.filter(({ formatGroup }) => formatGroup === null);
    for (const [libraryId, files] of Map.groupBy(open, (row) => row.libraryId)) {
      const settled = await this.#deps.database.transaction(async (tx) => {
        for (const [group, members] of Map.groupBy(files, ({ id }) => groupOf.get(id) ?? alone))
          await this.#deps.books.setFormatGroup(
            tx,
            members.map(({ id }) => id),
            group,
          );
        const ids = files.flatMap(({ id, mainBookId }) => (mainBookId === null ? [id] : [id, mainBookId]));
        return this.#settleAndCount(tx, ids);
      });
      this.#publish(libraryId, settled);
    }
  }

  async #settleAndCount(tx: Tx, ids: readonly string[], newIds?: ReadonlySet<string>) {
    const settled = await this.#deps.formats.settle(tx, { ids, ...(newIds && { newIds }) });
    const { seriesIds, recounted } = await recountBooks(this.#deps, tx, [
      ...settled.shown,
      ...settled.hidden,
    ]);
    // The numbers of other books depend on the books that lists show.
    await this.#deps.series.describe(tx, seriesIds, this.#deps.clock());
    return { settled, recounted };
  }

  #publish(
    libraryId: string,
    { settled, recounted }: { settled: Settled; recounted: Parameters<typeof publishCounts>[2] },
  ): void {
    publishSettled(this.#deps.events, settled);
    publishCounts(this.#deps, libraryId, recounted);
  }
}

/** A decision made on another server: `alone`, or a name shared by the files of one book. */
export interface FormatDecision {
  bookId: string;
  formatGroup: string;
}

/** The main book of the entry, which lists show. */
async function getEntry({ books }: Catalog, viewer: Viewer, id: string): Promise<BookRow> {
  const book = await books.get(viewer, id);
  if (!isFileThere(book))
    throw conflict(reason('trash_file_missing', { path: toDisplayName(book.fileName) }));
  return book.mainBookId === null ? book : books.get(viewer, book.mainBookId);
}

/** The existing files of these entries. */
async function listFiles(tx: Tx, mainIds: readonly string[]): Promise<store.FormatRow[]> {
  const ids = [...new Set(mainIds)];
  return [...(await store.listBy(tx, 'id', ids)), ...(await store.listBy(tx, 'mainBookId', ids))];
}

function refuseTwice(files: readonly store.FormatRow[]): void {
  for (const [format, same] of Map.groupBy(files, (file) => file.fileFormat))
    if (same.length > 1) throw conflict(reason('formats_same', { format: format.toUpperCase() }));
}
