// How far a series or a read list was read, as trackers of manga readers know it (compat-clients 2): the leading run of
// books that are read to the end. What is told of marks books read, never unread.
import { maximumPageSize } from '@lectern/contract/pagination';
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { orPinned } from '../book-lists/pinned.ts';
import { type CompatBookDependencies, command, document } from './dependencies.ts';

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
/** More than any series has; what lies beyond is no number that an app has read of. */
const reached = z.number().min(0).max(1e9);
const seriesPath = '/api/v2/series/{id}/read-progress/tachiyomi';
const listPath = '/api/v1/readlists/{id}/read-progress/tachiyomi';
const access = 'progress:write';

const contract = routes('Compatible tracker', 'How far series were read, for trackers.', {
  getSeries: document(seriesPath, 'series:read', seriesRun),
  putSeries: command('PUT', seriesPath, {
    access,
    body: z.looseObject({ lastBookNumberSortRead: reached }),
  }),
  getList: document(listPath, 'readlists:read', listRun),
  putList: command('PUT', listPath, { access, body: z.looseObject({ lastBookRead: reached }) }),
});

export function createTrackerRoutes({ catalog, services, pinned }: CompatBookDependencies): MountedRoute[] {
  const { progress, lists } = services;

  /** In the order of their numbers. */
  async function listSeries(viewer: Viewer, id: string): Promise<BookRow[]> {
    const { libraryId } = await catalog.series.get(viewer, id);
    return readAll((page) => catalog.books.list(viewer, { seriesId: id, libraryId, page }));
  }

  const listMembers = (viewer: Viewer, id: string): Promise<BookRow[]> =>
    orPinned(
      () => readAll((page) => lists.readLists.members(viewer, id, page)),
      () => pinned.readAll(viewer, id),
    );

  const mark = async (viewer: Viewer, books: readonly BookRow[]): Promise<void> => {
    const ids = books.filter((book) => !isRead(book)).map(({ id }) => id);
    if (ids.length > 0) await progress.markBooks(viewer, ids, true);
  };

  return implement(contract, {
    async getSeries({ viewer, params: { id } }) {
      const books = await listSeries(viewer, id);
      const numbered = books.filter(hasNumber);
      const numbers = numbered.map(({ sortNumber }) => sortNumber);
      return {
        ...count(books),
        lastReadContinuousNumberSort: numbers[countRun(numbered) - 1] ?? 0,
        maxNumberSort: numbers.at(-1) ?? 0,
      };
    },
    async putSeries({ viewer, params: { id }, body: { lastBookNumberSortRead } }) {
      const books = (await listSeries(viewer, id)).filter(hasNumber);
      await mark(
        viewer,
        books.filter(({ sortNumber }) => sortNumber <= lastBookNumberSortRead),
      );
    },
    async getList({ viewer, params: { id } }) {
      const books = await listMembers(viewer, id);
      return { ...count(books), lastReadContinuousIndex: countRun(books) };
    },
    async putList({ viewer, params: { id }, body: { lastBookRead } }) {
      const books = await listMembers(viewer, id);
      await mark(viewer, books.slice(0, Math.max(0, Math.floor(lastBookRead))));
    },
  });
}

type ReadPage = (page: { page: number; pageSize: number }) => Promise<{ rows: BookRow[] }>;

async function readAll(read: ReadPage): Promise<BookRow[]> {
  const all: BookRow[] = [];
  for (let page = 1; ; page++) {
    const { rows } = await read({ page, pageSize: maximumPageSize });
    all.push(...rows);
    if (rows.length < maximumPageSize) return all;
  }
}

const isRead = ({ progress }: BookRow): boolean => progress?.completed === 1;

/** A book without a number stands beyond every number. */
const hasNumber = ({ sortNumber }: BookRow): boolean => sortNumber < 1e299;

function countRun(books: readonly BookRow[]): number {
  const unread = books.findIndex((book) => !isRead(book));
  return unread < 0 ? books.length : unread;
}

function count(books: readonly BookRow[]) {
  const read = books.filter(isRead).length;
  const begun = books.filter(({ progress }) => progress?.completed === 0).length;
  return {
    booksCount: books.length,
    booksReadCount: read,
    booksUnreadCount: books.length - read - begun,
    booksInProgressCount: begun,
  };
}
