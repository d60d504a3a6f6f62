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

/** State of one stream. */
export class RecentAdditions {
  readonly #deps: CompatDependencies;
  readonly #openedAtMs: number;
  readonly #sent = createRecent<true>(maxSent);

  constructor(deps: CompatDependencies, openedAtMs: number) {
    this.#deps = deps;
    this.#openedAtMs = openedAtMs;
  }

  /** Records that the event of a book was sent. */
  note({ type, payload }: NumberedEvent): void {
    if (type === 'book_created') this.#sent.set(String(payload.bookId), true);
  }

  /** `BookAdded` events of the visible books that a placeholder event represents. */
  async find(viewer: Viewer, { payload: { libraryId } }: NumberedEvent): Promise<CompatEvent[]> {
    const found: CompatEvent[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const { rows } = await this.#deps.catalog.books.list(viewer, {
        libraryId: String(libraryId),
        sort: [{ field: 'dateAdded', direction: 'desc' }],
        page: { page, pageSize },
      });
      const recent = rows.filter((row) => row.createdAt >= this.#openedAtMs);
      const unsent = recent.filter((row) => !this.#sent.has(row.id));
      for (const { id: bookId, seriesId, libraryId: ownLibraryId } of unsent) {
        this.#sent.set(bookId, true);
        found.push({ name: 'BookAdded', data: { bookId, seriesId, libraryId: ownLibraryId } });
      }
      if (recent.length < pageSize || unsent.length === 0) break;
    }
    return found;
  }
}
