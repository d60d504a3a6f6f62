import { bookErrorLabels, bookErrors as contract } from '@lectern/contract/libraries/book-errors';
import { type BookErrorType, bookErrorTypes } from '@lectern/contract/values';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { booksInScope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage } from '#infrastructure/http/routes/pagination.ts';
import type { BookErrorTable } from '#schema/tables/libraries/book.ts';
import type { Retry } from './retry.ts';
import type { ErrorFilter } from './store.ts';
import * as store from './store.ts';

interface Query {
  page: number;
  pageSize: number;
  libraryId?: string | undefined;
  seriesId?: string | undefined;
  errorType?: BookErrorType | undefined;
}

export function createBookErrorRoutes(db: Db, catalog: Catalog, retry: Retry): MountedRoute[] {
  async function list(viewer: Viewer, query: Query) {
    const { page, pageSize } = boundPage(query);
    const scope = await toScope(catalog.libraries, viewer, query.libraryId);
    const nothing = { totalBooksWithErrors: 0, errorCounts: {}, groups: [], page, pageSize, totalPages: 0 };
    if (scope.libraryIds.length === 0) return nothing;
    const { seriesId, errorType } = query;
    const filter: ErrorFilter = { visible: booksInScope(scope), seriesId, errorType };
    const errorCounts = await store.countByType(db, filter);
    const types = bookErrorTypes.filter((type) => errorCounts[type] !== undefined);
    const groups = await Promise.all(
      types.map(async (errorType) => ({
        errorType,
        label: bookErrorLabels[errorType],
        count: errorCounts[errorType] ?? 0,
        books: await listGroup(viewer, { ...filter, errorType }, { page, pageSize }),
      })),
    );
    const longest = Math.max(0, ...types.map((type) => errorCounts[type] ?? 0));
    return {
      totalBooksWithErrors: await store.countBooks(db, filter),
      errorCounts,
      groups,
      page,
      pageSize,
      // The longest group determines the number of pages.
      totalPages: Math.ceil(longest / pageSize),
    };
  }

  async function listGroup(viewer: Viewer, filter: ErrorFilter, page: { page: number; pageSize: number }) {
    const books = await catalog.books.listByIds(viewer, await store.listBooks(db, filter, page));
    const errors = await store.listOf(
      db,
      books.map((book) => book.id),
    );
    return books.map((book) => ({
      book: toBookDto(book, viewer),
      errors: errors.filter((error) => error.bookId === book.id).map(toBookError),
    }));
  }

  return implement(contract, {
    list: ({ viewer, query }) => list(viewer, query),
    retry: ({ viewer, params, body }) => retry.one(viewer, params.id, body?.errorTypes),
    retryAll: ({ viewer, body }) => retry.all(viewer, body ?? {}),
  });
}

const toBookError = (row: BookErrorTable) => ({
  errorType: row.errorType,
  message: row.message,
  occurredAt: toTime(row.occurredAt),
  ...(row.details !== null && { details: JSON.parse(row.details) }),
});
