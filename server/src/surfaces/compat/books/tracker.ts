// Progress of a series or read list for manga trackers: the leading run of completed books. Updates mark books as read,
// never as unread.
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { collect, everyRow } from '#catalog/every-row.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { everyBook, orPinned } from '../book-lists/pinned.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { command, document } from './descriptions.ts';

const counts = {
  booksCount: z.int(),
  booksReadCount: z.int(),
  booksUnreadCount: z.int(),
  booksInProgressCount: z.int(),
};
const seriesRun = z.object({
  ...counts,
  lastReadContinuousNumberSort: z.number(),
  maxNumberSort: z.number(),
});
const listRun = z.object({ ...counts, lastReadContinuousIndex: z.int() });
/** The limit exceeds the number of books in any series. */
const reached = z.number().min(0).max(1e9);
const seriesPath = '/api/v2/series/{id}/read-progress/tachiyomi';
const listPath = '/api/v1/readlists/{id}/read-progress/tachiyomi';
const access = 'progress:write';

const contract = routes('Compatible tracker', 'Series progress for trackers.', {
  getSeries: document(seriesPath, 'series:read', seriesRun),
  putSeries: command('PUT', seriesPath, {
    access,
    body: z.looseObject({ lastBookNumberSortRead: reached }),
  }),
  getList: document(listPath, 'readlists:read', listRun),
  putList: command('PUT', listPath, { access, body: z.looseObject({ lastBookRead: reached }) }),
});

export function createTrackerRoutes(deps: CompatDependencies): MountedRoute[] {
  return implement(contract, {
    async getSeries({ viewer, params: { id } }) {
      const books = await listBooks(deps, viewer, id);
      const numbers = books.map(({ orderNumber }) => orderNumber);
      return {
        ...count(books),
        lastReadContinuousNumberSort: numbers[countRun(books) - 1] ?? 0,
        maxNumberSort: numbers.at(-1) ?? 0,
      };
    },
    async putSeries({ viewer, params: { id }, body: { lastBookNumberSortRead } }) {
      const books = await listBooks(deps, viewer, id);
      await mark(
        deps,
        viewer,
        books.filter(({ orderNumber }) => orderNumber <= lastBookNumberSortRead),
      );
    },
    async getList({ viewer, params: { id } }) {
      const books = await listMembers(deps, viewer, id);
      return { ...count(books), lastReadContinuousIndex: countRun(books) };
    },
    async putList({ viewer, params: { id }, body: { lastBookRead } }) {
      const books = await listMembers(deps, viewer, id);
      await mark(deps, viewer, books.slice(0, Math.max(0, Math.floor(lastBookRead))));
    },
  });
}

/** In reading order. */
async function listBooks(
  { catalog }: CompatDependencies,
  viewer: Viewer,
  seriesId: string,
): Promise<BookRow[]> {
  const { libraryId } = await catalog.series.get(viewer, seriesId);
  return collect(everyRow((page) => catalog.books.list(viewer, { seriesId, libraryId, page })));
}

const listMembers = (deps: CompatDependencies, viewer: Viewer, id: string): Promise<BookRow[]> =>
  orPinned(
    () => collect(everyRow((page) => deps.services.lists.readLists.members(viewer, id, page))),
    () => collect(everyBook(deps, viewer, id)),
  );

async function mark(
  { services }: CompatDependencies,
  viewer: Viewer,
  books: readonly BookRow[],
): Promise<void> {
  const ids = books.filter((book) => !isRead(book)).map(({ id }) => id);
  if (ids.length > 0) await services.progress.markBooks(viewer, ids, true);
}

const isRead = ({ progress }: BookRow): boolean => progress?.completed === 1;

function countRun(books: readonly BookRow[]): number {
  const unread = books.findIndex((book) => !isRead(book));
  return unread < 0 ? books.length : unread;
}

function count(books: readonly BookRow[]) {
  const read = books.filter(isRead).length;
  const inProgress = books.filter(({ progress }) => progress?.completed === 0).length;
  return {
    booksCount: books.length,
    booksReadCount: read,
    booksUnreadCount: books.length - read - inProgress,
    booksInProgressCount: inProgress,
  };
}
