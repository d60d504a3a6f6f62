// Retries failed books: tasks read them again and record the remaining errors.

import type { BookErrorType } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import { booksInScope, toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { nilId } from '#infrastructure/ids.ts';
import * as store from './store.ts';

export interface RetryStarted {
  message: string;
  tasksEnqueued: number;
}

interface Dependencies {
  db: Db;
  catalog: Catalog;
  /** Enqueues reading the book and drawing its thumbnail. */
  reread(book: { id: string; libraryId: string }): Promise<void>;
}

export type Retry = ReturnType<typeof createRetry>;

const chunkSize = 500;

export function createRetry({ db, catalog, reread }: Dependencies) {
  const toAnswer = (tasksEnqueued: number): RetryStarted => ({
    message:
      tasksEnqueued === 0
        ? 'No books to retry'
        : `Retrying ${tasksEnqueued} book${tasksEnqueued === 1 ? '' : 's'}`,
    tasksEnqueued,
  });
  return {
    async one(viewer: Viewer, id: string, errorTypes?: readonly BookErrorType[]): Promise<RetryStarted> {
      const { libraryId } = await catalog.books.get(viewer, id);
      const errors = await store.listOf(db, [id]);
      const wanted = errors.filter(
        ({ errorType }) => !errorTypes || errorTypes.some((one) => one === errorType),
      );
      if (wanted.length === 0) return toAnswer(0);
      await reread({ id, libraryId });
      return toAnswer(1);
    },

    async all(
      viewer: Viewer,
      { errorType, libraryId }: { errorType?: BookErrorType | undefined; libraryId?: string | undefined },
    ): Promise<RetryStarted> {
      const scope = await toScope(catalog.libraries, viewer, libraryId);
      if (scope.libraryIds.length === 0) return toAnswer(0);
      const filter = { visible: booksInScope(scope), errorType };
      let asked = 0;
      for (let afterId = nilId; ; ) {
        const books = await store.listToRetry(db, filter, { afterId, limit: chunkSize });
        for (const book of books) await reread(book);
        asked += books.length;
        const last = books.at(-1);
        if (!last || books.length < chunkSize) return toAnswer(asked);
        afterId = last.id;
      }
    },
  };
}
