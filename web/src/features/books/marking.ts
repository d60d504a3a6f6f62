// Marks books and series as read or unread. Stores the previous progress of each book for undo.

import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Locator } from '@lectern/contract/reading/progress';
import { forEachConcurrently, inBatches } from '../../api/batches.ts';
import { call } from '../../api/call.ts';
import { type Item, isBook } from './item.ts';

type Undo = () => Promise<void>;

/** Maximum number of books for undo. */
const undoable = 2_000;
const windowSize = 500;

/** Undefined if undo is not possible. */
export async function markRead(
  target: ConditionTarget,
  items: readonly Item[],
  isRead: boolean,
): Promise<Undo | undefined> {
  const ids = items.map(({ id }) => id);
  const before = await listChanged(target, items, isRead);
  const word = isRead ? 'read' : 'unread';
  await inBatches(ids, (ids) => call(`POST /api/v1/${target}/bulk/${word}`, { body: { ids } }));
  return before && (() => restore(before));
}

/** The books that change, with their current progress. */
async function listChanged(
  target: ConditionTarget,
  items: readonly Item[],
  isRead: boolean,
): Promise<BookDto[] | undefined> {
  if (target === 'books') {
    const books = items.filter(isBook);
    return books.length > undoable ? undefined : books.filter((book) => changes(book, isRead));
  }
  const found: BookDto[] = [];
  for (let at = 0; at < items.length; at += windowSize) {
    const values = items.slice(at, at + windowSize).map(({ id }) => id);
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await call('POST /api/v1/books/list', {
        query: { page, pageSize: windowSize },
        body: {
          condition: {
            allOf: [
              { seriesId: { operator: 'in', values } },
              { readStatus: { operator: 'isNot', value: isRead ? 'read' : 'unread' } },
            ],
          },
        },
      });
      if (found.length + answer.total - (page - 1) * windowSize > undoable) return undefined;
      found.push(...answer.data);
      pages = answer.totalPages;
    }
  }
  return found;
}

const changes = ({ readProgress }: BookDto, isRead: boolean): boolean =>
  isRead ? !readProgress?.completed : Boolean(readProgress);

async function restore(books: readonly BookDto[]): Promise<void> {
  const idsOf = (fits: (book: BookDto) => boolean) => books.filter(fits).map(({ id }) => id);
  const read = idsOf(({ readProgress }) => readProgress?.completed ?? false);
  const unread = idsOf(({ readProgress }) => !readProgress);
  await inBatches(read, (ids) => call('POST /api/v1/books/bulk/read', { body: { ids } }));
  await inBatches(unread, (ids) => call('POST /api/v1/books/bulk/unread', { body: { ids } }));
  const begun = books.filter(({ readProgress }) => readProgress && !readProgress.completed);
  await forEachConcurrently(begun, async ({ id, readProgress }) => {
    if (!readProgress) return;
    const { currentPage, locator } = readProgress;
    // The stored locator is valid or null.
    const position = locator === null ? { currentPage } : { locator: locator as Locator };
    await call('PUT /api/v1/books/{id}/progress', {
      params: { id },
      body: { ...position, completed: false },
    });
  });
}
