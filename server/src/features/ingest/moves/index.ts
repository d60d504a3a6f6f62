// Moves: files of books go to other folders and libraries, or get other names.
import { moves as contract } from '@lectern/contract/moves';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { type Entry, planAll, type Target, type Wish } from './plan-all.ts';
import { type MoveDependencies, moveAll } from './service.ts';

export { carry } from './carry.ts';
export { type PlanDependencies, planArrival } from './plan.ts';

const booksAtOnce = 100;

export interface Moves {
  routes: MountedRoute[];
}

export function createMoves(deps: MoveDependencies): Moves {
  const { catalog } = deps;

  async function ofBook(viewer: Viewer, id: string, target: Target): Promise<Wish> {
    const book = await catalog.books.get(viewer, id);
    return { entries: await listEntries(viewer, [book]), base: book.folder, target };
  }
  /** A series is its folder where all its books lie below it, else what their folders have in common. */
  async function ofSeries(viewer: Viewer, id: string, target: Target): Promise<Wish> {
    const series = await catalog.series.get(viewer, id);
    const ids = await catalog.books.listIds(viewer, { seriesId: series.id });
    const books = await catalog.books.listByIds(viewer, ids);
    const folders = books.map(({ folder }) => folder);
    const isBelow = (path: string) =>
      folders.every((folder) => folder === path || folder.startsWith(`${path}/`));
    const base = series.path && isBelow(series.path) ? series.path : findCommon(folders);
    return { entries: await listEntries(viewer, books), base, target, isWhole: true };
  }
  /** Each of these files, and the other formats of its book. */
  async function listEntries(viewer: Viewer, books: readonly BookRow[]): Promise<Entry[]> {
    const formats = await catalog.books.listFormats(books);
    const othersOf = ({ id }: BookRow) =>
      (formats.get(id) ?? []).filter((one) => one.id !== id).map((one) => one.id);
    const entries: Entry[] = [];
    for (const part of chunks(books, booksAtOnce)) {
      const others = await catalog.books.listByIds(viewer, part.flatMap(othersOf));
      const byId = new Map(others.map((one) => [one.id, one]));
      for (const book of part)
        entries.push([book, ...othersOf(book).flatMap((other) => byId.get(other) ?? [])]);
    }
    return entries;
  }

  const preview = async (viewer: Viewer, wish: Wish) => ({
    folder: wish.base,
    books: (await planAll(deps, viewer, wish)).flat().map(({ shown }) => shown),
  });
  const move = async (viewer: Viewer, wish: Wish) => ({
    folder: wish.base,
    books: await moveAll(deps, viewer, wish),
  });

  return {
    routes: implement(contract, {
      previewBook: async ({ viewer, params, body }) => preview(viewer, await ofBook(viewer, params.id, body)),
      moveBook: async ({ viewer, params, body }) => move(viewer, await ofBook(viewer, params.id, body)),
      previewSeries: async ({ viewer, params, body }) =>
        preview(viewer, await ofSeries(viewer, params.id, body)),
      moveSeries: async ({ viewer, params, body }) => move(viewer, await ofSeries(viewer, params.id, body)),
    }),
  };
}

/** The folder that all of them lie in or are. */
function findCommon(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => (folder === '' ? [] : folder.split('/')));
  const differs = (name: string, i: number) => others.some((other) => other[i] !== name);
  const end = first.findIndex(differs);
  return first.slice(0, end === -1 ? first.length : end).join('/');
}
