// Books: lists, shelves, single books, and next and previous books.
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { listPinnedWith } from '../book-lists/pinned.ts';
import { readCondition } from '../conditions/grammar.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { readList } from '../query/values.ts';
import { bookShape } from '../shapes/book.ts';
import { readListShape, toReadList } from '../shapes/book-list.ts';
import { pageOf } from '../shapes/page.ts';
import { inLibraries } from '../viewers.ts';
import { filtered, read, readOne } from './descriptions.ts';
import { listBooks, pageBooks } from './list.ts';
import { showBook } from './shown.ts';

const books = pageOf(bookShape);
const access = 'books:read';

const contract = routes('Compatible books', 'Books for apps made for another server.', {
  list: read('/api/v1/books', access, books),
  listFiltered: filtered('/api/v1/books/list', access, books),
  onDeck: read('/api/v1/books/ondeck', access, books),
  latest: read('/api/v1/books/latest', access, books),
  duplicates: read('/api/v1/books/duplicates', 'books:write', books),
  get: readOne('/api/v1/books/{id}', access, bookShape),
  next: readOne('/api/v1/books/{id}/next', access, bookShape),
  previous: readOne('/api/v1/books/{id}/previous', access, bookShape),
  readLists: readOne('/api/v1/books/{id}/readlists', 'readlists:read', z.array(readListShape)),
});

const latestFirst = [{ field: 'dateUpdated', direction: 'desc' }] as const;

export function createBookRoutes(deps: CompatDependencies): MountedRoute[] {
  const { catalog, services } = deps;
  const adjacent = async (viewer: Viewer, id: string) =>
    catalog.books.adjacent(viewer, await catalog.books.get(viewer, id));
  return implement(contract, {
    list: (call) => listBooks(deps, call),
    listFiltered: ({ viewer, query, body }) =>
      listBooks(
        deps,
        { viewer, query },
        { condition: readCondition('books', body?.condition), fullTextSearch: body?.fullTextSearch },
      ),
    onDeck({ viewer, query: { sort: _, ...query } }) {
      const own = inLibraries(viewer, readList(query, 'library_id'));
      return pageBooks(deps, { viewer: own, query }, (page) => catalog.books.shelf(own, 'on-deck', { page }));
    },
    latest: ({ viewer, query: { sort: _, ...query } }) =>
      listBooks(deps, { viewer, query }, { defaultSort: latestFirst }),
    duplicates: ({ viewer, query }) =>
      pageBooks(deps, { viewer, query }, (page) => services.duplicates.listCopies(viewer, page)),
    get: async ({ viewer, params }) => showBook(deps, viewer, await catalog.books.get(viewer, params.id)),
    next: async ({ viewer, params }) => showBook(deps, viewer, (await adjacent(viewer, params.id)).next),
    previous: async ({ viewer, params }) => showBook(deps, viewer, (await adjacent(viewer, params.id)).prev),
    async readLists({ viewer, params }) {
      await catalog.books.get(viewer, params.id);
      const found = await services.lists.readLists.listWithMembers(viewer, { containing: params.id });
      return [...found, ...(await listPinnedWith(deps, viewer, 'books', params.id))].map(toReadList);
    },
  });
}
