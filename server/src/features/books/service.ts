// What one can do with a single book besides reading it.
import type { BookDto } from '@lectern/contract/books';
import type { BookMetadata } from '@lectern/contract/metadata';
import { toBookDto } from '#catalog/book-dto.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { bookChanged } from '#catalog/changes.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import { notFound } from '#kernel/errors.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import { fold } from '#kernel/text/fold.ts';
import { toSortKey } from '#kernel/text/sort-key.ts';
import type { BookStore } from './store.ts';
import { toBookMetadata } from './to-metadata.ts';

export interface BookDetail {
  book: BookDto;
  metadata: BookMetadata | null;
}

interface Parts {
  catalog: Catalog;
  store: BookStore;
  events: EventBus;
  clock: Clock;
}

/** Order of a book without a number: after all others. */
const noNumber = 1e300;

export type BookService = ReturnType<typeof createBookService>;

export function createBookService({ catalog, store, events, clock }: Parts) {
  async function get(viewer: Viewer, id: string): Promise<BookDetail> {
    const row = await catalog.books.get(viewer, id);
    const metadata = await store.findMetadata(id);
    return { book: toBookDto(row, viewer), metadata: metadata ? toBookMetadata(metadata) : null };
  }
  return {
    get,

    /** Throws not_found when the library does not exist for the viewer. */
    async checkLibrary(viewer: Viewer, libraryId: string): Promise<void> {
      if (!(await catalog.libraries.find(viewer, libraryId))) throw notFound('library');
    },

    /** What is set is locked: scans leave it alone. Setting what is set already changes nothing. */
    async update(
      viewer: Viewer,
      id: string,
      body: { title?: string | undefined; number?: number | null | undefined },
    ): Promise<BookDetail> {
      const row = await catalog.books.get(viewer, id);
      const change: Parameters<BookStore['update']>[1] = {};
      if (body.title !== undefined && (body.title !== row.title || row.titleLocked === 0)) {
        const titleKey = toSortKey(row.titleSort ?? body.title);
        Object.assign(change, { title: body.title, titleFolded: fold(body.title), titleKey, titleLocked: 1 });
      }
      if (body.number !== undefined && (body.number !== row.number || row.numberLocked === 0)) {
        Object.assign(change, { number: body.number, sortNumber: body.number ?? noNumber, numberLocked: 1 });
      }
      if (Object.keys(change).length > 0) {
        await store.update(id, { ...change, updatedAt: clock() });
        events.publish(bookChanged, { bookIds: [id], seriesId: row.seriesId, libraryId: row.libraryId });
      }
      return get(viewer, id);
    },

    async adjacent(viewer: Viewer, id: string): Promise<{ prev: BookDto | null; next: BookDto | null }> {
      const { prev, next } = await catalog.books.adjacent(viewer, await catalog.books.get(viewer, id));
      return { prev: prev && toBookDto(prev, viewer), next: next && toBookDto(next, viewer) };
    },
  };
}
