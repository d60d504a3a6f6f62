// Suggestions after the last finished book: the next book of its series, then other books by the same author.
import type { BookDto } from '@lectern/contract/libraries/books';
import { call } from '../../../api/call.ts';

/** Maximum number of books by the same author, the first of each series. */
const maxBooks = 60;
/** Roles that count as author. */
const authorRoles = new Set(['author', 'writer']);

export interface AfterFinished {
  finished: BookDto | undefined;
  books: BookDto[];
}

interface Options {
  signal: AbortSignal;
}

/** Empty without books by the same author: the next book of the series is on the On Deck shelf. */
export async function fetchAfterFinished(
  libraryId: string | undefined,
  options: Options,
): Promise<AfterFinished> {
  const nothing: AfterFinished = { finished: undefined, books: [] };
  const query = { pageSize: 10, ...(libraryId && { libraryId }) };
  const { data } = await call('GET /api/v1/books/recently-read', { query }, options);
  const finished = data.find(({ readProgress }) => readProgress?.completed);
  if (!finished) return nothing;
  const params = { id: finished.id };
  const { metadata } = await call('GET /api/v1/books/{id}', { params }, options);
  const names = (metadata?.authors ?? []).filter(({ role }) => authorRoles.has(role)).map(({ name }) => name);
  if (names.length === 0) return nothing;
  const [others, { next }] = await Promise.all([
    fetchByAuthors(finished, names, { libraryId, ...options }),
    call('GET /api/v1/books/{id}/adjacent', { params }, options),
  ]);
  if (others.length === 0) return nothing;
  const isNextUnread = next !== null && !next.readProgress?.completed;
  return { finished, books: isNextUnread ? [next, ...others] : others };
}

async function fetchByAuthors(
  { seriesId }: BookDto,
  names: readonly string[],
  { libraryId, signal }: Options & { libraryId: string | undefined },
): Promise<BookDto[]> {
  const isByOne = names.slice(0, 3).map((value) => ({ author: { operator: 'is', value } as const }));
  const condition = {
    allOf: [
      { anyOf: isByOne },
      { readStatus: { operator: 'is', value: 'unread' } as const },
      { analyzed: { operator: 'isTrue' } as const },
      { seriesId: { operator: 'isNot', value: seriesId } as const },
      ...(libraryId ? [{ libraryId: { operator: 'is', value: libraryId } as const }] : []),
    ],
  };
  const { data } = await call(
    'POST /api/v1/books/list',
    { query: { pageSize: maxBooks }, body: { condition } },
    { signal },
  );
  return [...new Map(data.toReversed().map((book) => [book.seriesId, book])).values()].reverse();
}
