import type { listBooksBody } from '@lectern/contract/conditions/lists';
import { type books, books as contract } from '@lectern/contract/libraries/books';
import { bookSortFields } from '@lectern/contract/values';
import type { z } from 'zod';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { BookList, Shelf } from '#catalog/books/books.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Handlers, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage, type ListCall } from '#infrastructure/http/routes/pagination.ts';
import { readOrder, type SortedCall } from '#infrastructure/http/routes/random-order.ts';
import { parseSearchText } from '#infrastructure/text/search-text.ts';
import type { BookService } from './service.ts';

interface FilteredCall extends SortedCall {
  body: z.output<typeof listBooksBody> | undefined;
}

export function createBookRoutes(
  catalog: Catalog,
  service: BookService,
  progress: ProgressService,
): MountedRoute[] {
  const list = async (call: SortedCall, filter: Omit<BookList, 'page' | 'sort' | 'seed'>) => {
    const { url, ...order } = readOrder(call, bookSortFields);
    const wanted = { ...filter, ...order, page: boundPage(call.query) };
    return answerPage(call, await catalog.books.list(call.viewer, wanted), toBookDto, url);
  };
  const listFiltered = (call: FilteredCall, libraryId?: string) =>
    list(call, {
      libraryId,
      condition: call.body?.condition ?? undefined,
      search: parseSearchText(call.body?.fullTextSearch ?? ''),
      correctsSearch: !call.body?.exactSearch,
      includeDeleted: call.body?.includeDeleted,
    });
  const shelf = async (call: ListCall, name: Shelf, libraryId: string | undefined) => {
    const wanted = { libraryId, page: boundPage(call.query) };
    return answerPage(call, await catalog.books.shelf(call.viewer, name, wanted), toBookDto);
  };
  const inLibrary = async ({ viewer, params }: { viewer: Viewer; params: { id: string } }) =>
    (await catalog.libraries.get(viewer, params.id)).id;

  const handlers: Handlers<(typeof books)['table']> = {
    list: (call) =>
      list(call, {
        libraryId: call.query.libraryId,
        seriesId: call.query.seriesId,
        includeDeleted: call.query.includeDeleted === 'true',
      }),
    listFiltered: (call) => listFiltered(call),
    inProgress: (call) => shelf(call, 'in-progress', call.query.libraryId),
    onDeck: (call) => shelf(call, 'on-deck', call.query.libraryId),
    recentlyAdded: (call) => shelf(call, 'recently-added', call.query.libraryId),
    recentlyRead: (call) => shelf(call, 'recently-read', call.query.libraryId),
    listOfLibrary: async (call) =>
      list(call, {
        libraryId: await inLibrary(call),
        includeDeleted: call.query.includeDeleted === 'true',
      }),
    listFilteredOfLibrary: async (call) => listFiltered(call, await inLibrary(call)),
    inProgressOfLibrary: async (call) => shelf(call, 'in-progress', await inLibrary(call)),
    onDeckOfLibrary: async (call) => shelf(call, 'on-deck', await inLibrary(call)),
    recentlyAddedOfLibrary: async (call) => shelf(call, 'recently-added', await inLibrary(call)),
    recentlyReadOfLibrary: async (call) => shelf(call, 'recently-read', await inLibrary(call)),
    get: ({ viewer, params }) => service.get(viewer, params.id),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    adjacent: ({ viewer, params }) => service.adjacent(viewer, params.id),
    markRead: ({ viewer, params }) => progress.markBook(viewer, params.id, true),
    markUnread: ({ viewer, params }) => progress.markBook(viewer, params.id, false),
  };
  return implement(contract, handlers);
}
