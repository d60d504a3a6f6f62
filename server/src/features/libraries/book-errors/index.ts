// Errors of books: recorded when books are read, listed for users who can fix them.
import { type BookErrorType, bookErrorTypes } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import { booksInScope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { createRetry } from './retry.ts';
import { createBookErrorRoutes } from './routes.ts';
import type { FaultyFile } from './store.ts';
import * as store from './store.ts';

interface BookFault {
  errorType: BookErrorType;
  /** Shown to users; contains no path. */
  message: string;
  details?: Record<string, string | number>;
}

/** Books with errors, and errors of each type. */
export interface BookErrorCounts {
  total: number;
  byType: { errorType: BookErrorType; count: number }[];
}

/** Lists book errors and retries failed books. */
export function createBookErrorFeature({
  database,
  catalog,
  reread,
}: {
  database: Database;
  catalog: Catalog;
  reread(book: { id: string; libraryId: string }): Promise<void>;
}): { routes: MountedRoute[]; count(viewer: Viewer): Promise<BookErrorCounts> } {
  const { db } = database;
  return {
    async count(viewer) {
      const scope = await toScope(catalog.libraries, viewer);
      if (scope.libraryIds.length === 0) return { total: 0, byType: [] };
      const filter = { visible: booksInScope(scope) };
      const counts = await store.countByType(db, filter);
      return {
        total: await store.countBooks(db, filter),
        byType: bookErrorTypes.flatMap((errorType) => {
          const count = counts[errorType];
          return count === undefined ? [] : [{ errorType, count }];
        }),
      };
    },
    routes: createBookErrorRoutes(db, catalog, createRetry({ db, catalog, reread })),
  };
}

export class BookErrors {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds an error, or replaces the error of the same type. Ignored when the file was replaced meanwhile. */
  record(book: FaultyFile, fault: BookFault): Promise<void> {
    return this.#database.transaction(async (tx) => {
      if (await store.isStill(tx, book, this.#database.dialect.lockingRows))
        await store.save(tx, [this.#toRow(book.id, fault)]);
    });
  }

  /** Replaces the errors from earlier reads of these books, including errors of thumbnails and pages. */
  async replace(tx: Tx, books: readonly { bookId: string; faults: readonly BookFault[] }[]): Promise<void> {
    await store.clear(
      tx,
      books.map(({ bookId }) => bookId),
    );
    const rows = books.flatMap(({ bookId, faults }) =>
      [...byType(faults).values()].map((fault) => this.#toRow(bookId, fault)),
    );
    await store.save(tx, rows);
  }

  /** The types of the errors of each of these books that has errors. */
  async listTypes(bookIds: readonly string[]): Promise<Map<string, BookErrorType[]>> {
    const rows = await store.listOf(this.#database.db, bookIds);
    const types = new Map<string, BookErrorType[]>();
    for (const { bookId, errorType } of rows) types.set(bookId, [...(types.get(bookId) ?? []), errorType]);
    return types;
  }

  /** Removes errors of these types. */
  clear(bookIds: readonly string[], types: readonly BookErrorType[]): Promise<void> {
    return store.clear(this.#database.db, bookIds, types);
  }

  #toRow(bookId: string, { errorType, message, details }: BookFault) {
    return {
      bookId,
      errorType,
      message: message.slice(0, 2_000),
      details: details ? JSON.stringify(details) : null,
      occurredAt: this.#clock(),
    };
  }
}

/** The first error of each type. */
function byType(faults: readonly BookFault[]): Map<BookErrorType, BookFault> {
  const first = new Map<BookErrorType, BookFault>();
  for (const fault of faults) if (!first.has(fault.errorType)) first.set(fault.errorType, fault);
  return first;
}
