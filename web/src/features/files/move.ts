// Moves and renames the files of a book or series, with undo.

import type { FilePlace, MovedBook } from '@lectern/contract/ingest/moves';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Input } from '../../api/routes.ts';

export type Item = Series | BookDto;
export const isBook = (item: Item): item is BookDto => 'seriesId' in item;

export type Target = Partial<FilePlace>;

export interface Moved {
  /** The previous locations. */
  folder: string;
  books: MovedBook[];
}

export const previewOf = (item: Item, target: Target) =>
  queryOptions({
    queryKey: ['moves', isBook(item) ? 'book' : 'series', item.id, target],
    queryFn: ({ signal }) => {
      const { name, ...place } = target;
      return isBook(item)
        ? call(
            'POST /api/v1/books/{id}/move/preview',
            { params: { id: item.id }, body: { ...place, ...(name !== undefined && { name }) } },
            { signal },
          )
        : call('POST /api/v1/series/{id}/move/preview', { params: { id: item.id }, body: place }, { signal });
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

export function move(item: Item, target: Target, acceptsOtherReaders: boolean): Promise<Moved> {
  if (isBook(item)) return moveBook(item.id, { ...target, acceptsOtherReaders });
  const { libraryId, root, folder } = target;
  const body = {
    ...(libraryId !== undefined && { libraryId }),
    ...(root !== undefined && { root }),
    ...(folder !== undefined && { folder }),
    acceptsOtherReaders,
  };
  return call('POST /api/v1/series/{id}/move', { params: { id: item.id }, body });
}

const moveBook = (id: string, body: Input<'POST /api/v1/books/{id}/move'>['body']): Promise<Moved> =>
  call('POST /api/v1/books/{id}/move', { params: { id }, body });

/** Moves the files back, all formats of a book in one request. */
export async function moveBack(item: Item, { folder, books }: Moved): Promise<void> {
  const moved = books.filter(({ problem }) => problem === null);
  const [first] = moved;
  if (!first) return;
  const { libraryId, root } = first.from;
  const isOfSeries = ({ from }: MovedBook) =>
    from.root === root && (folder === '' || `${from.folder}/`.startsWith(`${folder}/`));
  // Moves all books in one request, so that the series is preserved. A series that became part of another no longer exists.
  const isBack =
    !isBook(item) &&
    moved.length === books.length &&
    books.every(isOfSeries) &&
    (await move(item, { libraryId, root, folder }, true).then(
      () => true,
      () => false,
    ));
  if (isBack) return;
  for (const [lead, ...others] of Map.groupBy(moved, ({ entryId }) => entryId).values()) {
    if (!lead) continue;
    const formats = others.map(({ bookId, from: { libraryId: _, ...place } }) => ({ bookId, ...place }));
    await moveBook(lead.bookId, {
      ...lead.from,
      ...(formats.length > 0 && { formats }),
      acceptsOtherReaders: true,
    });
  }
}

/** The books that were not moved, each once. */
export function listRefused(books: readonly MovedBook[]) {
  const refused = books.flatMap(({ entryId, title, problem }) =>
    problem ? [{ entryId, title, problem }] : [],
  );
  return [...new Map(refused.map((one) => [one.entryId, one])).values()];
}
