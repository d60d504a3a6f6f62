// In a burst one event stands for many books, but programs that wait for `BookAdded` know no such thing: the books that
// came since the stream was opened are looked up and told one by one, each once.

import type { Catalog } from '#catalog/catalog.ts';
import type { NumberedEvent } from '#features/system/events/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import type { Word } from './words.ts';

const pageSize = 200;
/** Books of one burst; who needs more asks for the lists again, as it is told that the library has changed. */
const maxPages = 50;
const maxSent = 50_000;

export interface RecentAdditions {
  /** A book that was told of already. */
  note(event: NumberedEvent): void;
  /** `BookAdded` of the books that the viewer sees behind a stand-in. */
  find(viewer: Viewer, placeholder: NumberedEvent): Promise<Word[]>;
}

/** For one stream that was opened at this moment. */
export function createRecentAdditions(
  books: Pick<Catalog['books'], 'shelf'>,
  openedAtMs: number,
): RecentAdditions {
  const sent = createRecent<true>(maxSent);
  return {
    note({ type, payload }) {
      if (type === 'book_created') sent.set(String(payload.bookId), true);
    },
    async find(viewer, { payload: { libraryId } }) {
      const found: Word[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const { rows } = await books.shelf(viewer, 'recently-added', {
          libraryId: String(libraryId),
          page: { page, pageSize },
        });
        const recent = rows.filter((row) => row.createdAt >= openedAtMs);
        const unheard = recent.filter((row) => !sent.has(row.id));
        for (const { id: bookId, seriesId, libraryId: home } of unheard) {
          sent.set(bookId, true);
          found.push({ name: 'BookAdded', data: { bookId, seriesId, libraryId: home } });
        }
        if (recent.length < pageSize || unheard.length === 0) break;
      }
      return found;
    },
  };
}
