import { type books, books as contract } from '@lectern/contract/books';
import { toBookDto } from '#catalog/book-dto.ts';
import type { BookRow } from '#catalog/book-rows.ts';
import type { BookList, Found, Shelf } from '#catalog/books.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { type BookSortField, bookSortFields, type Term } from '#catalog/sorts.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { type Handlers, implement, type MountedRoute } from '#kernel/http/implement.ts';
import { boundPage, toPage } from '#kernel/http/pagination.ts';
import { parseSort } from '#kernel/http/sort.ts';
import type { ProgressService } from '../progress/index.ts';
import type { BookService } from './service.ts';

interface Parts {
  catalog: Catalog;
  service: BookService;
  progress: ProgressService;
}

interface ListCall {
  viewer: Viewer;
  query: { page: number; pageSize: number };
  request: { url: string };
}

export function createBookRoutes({ catalog, service, progress }: Parts): MountedRoute[] {
  const page = (call: ListCall, { rows, total }: Found<BookRow>) =>
    toPage(
      rows.map((row) => toBookDto(row, call.viewer)),
      total,
      boundPage(call.query),
      call.request.url,
    );
  const sortOf = (sort: string | string[] | undefined): Term<BookSortField>[] =>
    parseSort(sort, bookSortFields);

  const list = async (call: ListCall, filter: Omit<BookList, 'page'>) =>
    page(call, await catalog.books.list(call.viewer, { ...filter, page: boundPage(call.query) }));
  const shelf = async (call: ListCall, name: Shelf, libraryId: string | undefined) =>
    page(call, await catalog.books.shelf(call.viewer, name, { libraryId, page: boundPage(call.query) }));
  const inLibrary = async (call: ListCall, libraryId: string) => {
    await service.checkLibrary(call.viewer, libraryId);
    return libraryId;
  };

  const handlers: Handlers<(typeof books)['table']> = {
    list: (call) =>
      list(call, {
        libraryId: call.query.libraryId,
        seriesId: call.query.seriesId,
        sort: sortOf(call.query.sort),
        includeDeleted: call.query.includeDeleted === 'true',
      }),
    inProgress: (call) => shelf(call, 'in-progress', call.query.libraryId),
    onDeck: (call) => shelf(call, 'on-deck', call.query.libraryId),
    recentlyAdded: (call) => shelf(call, 'recently-added', call.query.libraryId),
    recentlyRead: (call) => shelf(call, 'recently-read', call.query.libraryId),
    listOfLibrary: async (call) =>
      list(call, {
        libraryId: await inLibrary(call, call.params.id),
        sort: sortOf(call.query.sort),
        includeDeleted: call.query.includeDeleted === 'true',
      }),
    inProgressOfLibrary: async (call) => shelf(call, 'in-progress', await inLibrary(call, call.params.id)),
    onDeckOfLibrary: async (call) => shelf(call, 'on-deck', await inLibrary(call, call.params.id)),
    recentlyAddedOfLibrary: async (call) =>
      shelf(call, 'recently-added', await inLibrary(call, call.params.id)),
    recentlyReadOfLibrary: async (call) =>
      shelf(call, 'recently-read', await inLibrary(call, call.params.id)),
    get: ({ viewer, params }) => service.get(viewer, params.id),
    update: ({ viewer, params, body }) => service.update(viewer, params.id, body),
    adjacent: ({ viewer, params }) => service.adjacent(viewer, params.id),
    markRead: ({ viewer, params }) => progress.markBook(viewer, params.id, true),
    markUnread: ({ viewer, params }) => progress.markBook(viewer, params.id, false),
  };
  return implement(contract, handlers);
}
