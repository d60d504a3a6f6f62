// Takes back what marking books did: each gets the place that it had.
import type { BookDto } from '@lectern/contract/books';
import type { Locator } from '@lectern/contract/progress';
import { call } from '../../api/call.ts';

const atOnce = 1_000;

export async function restorePlaces(books: readonly BookDto[]): Promise<void> {
  const read = books.filter(({ readProgress }) => readProgress?.completed);
  const unread = books.filter(({ readProgress }) => !readProgress);
  const begun = books.filter(({ readProgress }) => readProgress && !readProgress.completed);
  for (const ids of toParts(read)) await call('POST /api/v1/books/bulk/read', { body: { ids } });
  for (const ids of toParts(unread)) await call('POST /api/v1/books/bulk/unread', { body: { ids } });
  for (const { id, readProgress } of begun) {
    if (!readProgress) continue;
    const { currentPage, locator } = readProgress;
    const place = locator === null ? { currentPage } : { locator: locator as Locator };
    await call('PUT /api/v1/books/{id}/progress', { params: { id }, body: { ...place, completed: false } });
  }
}

function* toParts(books: readonly BookDto[]): Generator<string[]> {
  for (let i = 0; i < books.length; i += atOnce) yield books.slice(i, i + atOnce).map(({ id }) => id);
}
