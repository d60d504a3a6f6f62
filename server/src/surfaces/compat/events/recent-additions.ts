// In a burst, one native event represents many books, but programs wait for `BookAdded` of each. The books added since
// the stream was opened are loaded from the catalog and sent one by one, each once.
import type { NumberedEvent } from '#features/system/events/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import type { CompatDependencies } from '../dependencies.ts';
import type { CompatEvent } from './translate.ts';

const pageSize = 200;
/**
 * Maximum pages of books per burst. For more, clients receive an event that the library changed and reload the lists.
 */
const maxPages = 50;
const maxSent = 50_000;

export interface RecentAdditions {
  /** Records that the event of a book was sent. */
  note(event: NumberedEvent): void;
  /** `BookAdded` events of the visible books that a placeholder event represents. */
  find(viewer: Viewer, placeholder: NumberedEvent): Promise<CompatEvent[]>;
}

/** State of one stream. */
export function createRecentAdditions({ catalog }: CompatDependencies, openedAtMs: number): RecentAdditions {
  const sent = createRecent<true>(maxSent);
  return {
    note({ type, payload }) {
      if (type === 'book_created') sent.set(String(payload.bookId), true);
    },
    async find(viewer, { payload: { libraryId } }) {
      const found: CompatEvent[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const { rows } = await catalog.books.list(viewer, {
          libraryId: String(libraryId),
          sort: [{ field: 'dateAdded', direction: 'desc' }],
          page: { page, pageSize },
        });
        const recent = rows.filter((row) => row.createdAt >= openedAtMs);
        const unsent = recent.filter((row) => !sent.has(row.id));
        for (const { id: bookId, seriesId, libraryId: ownLibraryId } of unsent) {
          sent.set(bookId, true);
          found.push({ name: 'BookAdded', data: { bookId, seriesId, libraryId: ownLibraryId } });
        }
        if (recent.length < pageSize || unsent.length === 0) break;
      }
      return found;
    },
  };
}
