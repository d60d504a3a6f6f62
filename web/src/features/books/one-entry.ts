// Merges several books to formats of one entry.
import type { BookDto } from '@lectern/contract/libraries/books';
import { rankOfFormat } from '@lectern/contract/libraries/format-rank';
import { call } from '../../api/call.ts';

const maxBooks = 50;

/** The reason why these books cannot be merged, as far as the client knows. */
export function findEntryFault(
  books: readonly BookDto[],
): 'few' | 'many' | 'libraries' | 'formats' | undefined {
  if (books.length < 2) return 'few';
  if (books.length > maxBooks) return 'many';
  if (new Set(books.map(({ libraryId }) => libraryId)).size > 1) return 'libraries';
  return new Set(books.map(({ fileFormat }) => fileFormat)).size < books.length ? 'formats' : undefined;
}

/**
 * The book with the preferred format stands for all in lists. Resolves to the function that reverts it. Throws the reason
 * `formats_readers_differ` without `acceptsOtherReaders` if different users can see the books (use-one-entry.tsx).
 */
export async function makeOneEntry(
  books: readonly BookDto[],
  acceptsOtherReaders: boolean,
): Promise<() => Promise<void>> {
  const [lead, ...others] = books.toSorted((a, b) => rankOfFormat(a.fileFormat) - rankOfFormat(b.fileFormat));
  if (!lead || others.length === 0) return async () => {};
  const { id } = lead;
  const before: string[][] = [];
  for (const other of others) {
    const { formats } = await call('GET /api/v1/books/{id}', { params: { id: other.id } });
    before.push(formats.length > 1 ? formats.map(({ bookId }) => bookId) : [other.id]);
  }
  const bookIds = others.map((other) => other.id);
  await call('POST /api/v1/books/{id}/formats', { params: { id }, body: { bookIds, acceptsOtherReaders } });
  return async () => {
    for (const files of before) {
      for (const bookId of files)
        await call('DELETE /api/v1/books/{id}/formats/{bookId}', { params: { id, bookId } });
      const [first, ...rest] = files;
      // Its previous formats stay with it.
      if (first !== undefined && rest.length > 0)
        await call('POST /api/v1/books/{id}/formats', {
          params: { id: first },
          body: { bookIds: rest, acceptsOtherReaders: true },
        });
    }
  };
}
