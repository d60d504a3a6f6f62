// Moves and renames files of books within and between libraries.
import { moves as contract } from '@lectern/contract/ingest/moves';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { findWarning, planAll, type Target, type Wish } from './plan-all.ts';
import { type MoveDependencies, moveAll } from './service.ts';

export { carry } from './carry.ts';
export type { LibraryFolder, PlaceDependencies } from './place.ts';
export { planArrival } from './plan.ts';

export class Moves {
  readonly #deps: MoveDependencies;
  readonly routes: MountedRoute[];

  constructor(deps: MoveDependencies) {
    this.#deps = deps;
    this.routes = implement(contract, {
      previewBook: async ({ viewer, params, body }) =>
        this.#preview(viewer, await this.#ofBook(viewer, params.id, body)),
      moveBook: async ({ viewer, params, body: { acceptsOtherReaders, ...target } }) =>
        this.#move(viewer, { ...(await this.#ofBook(viewer, params.id, target)), acceptsOtherReaders }),
      previewSeries: async ({ viewer, params, body }) =>
        this.#preview(viewer, await this.#ofSeries(viewer, params.id, body)),
      moveSeries: async ({ viewer, params, body: { acceptsOtherReaders, ...target } }) =>
        this.#move(viewer, { ...(await this.#ofSeries(viewer, params.id, target)), acceptsOtherReaders }),
    });
  }

  async #ofBook(viewer: Viewer, id: string, target: Target): Promise<Wish> {
    const book = await this.#deps.catalog.books.get(viewer, id);
    return { entries: await this.#deps.catalog.books.listEntries(viewer, [book]), base: book.folder, target };
  }

  /**
   * The base of a series is its folder if all of its books are below it, otherwise the common parent folder of its
   * books.
   */
  async #ofSeries(viewer: Viewer, id: string, target: Target): Promise<Wish> {
    const series = await this.#deps.catalog.series.get(viewer, id);
    const ids = await this.#deps.catalog.books.listIds(viewer, { seriesId: series.id });
    const books = await this.#deps.catalog.books.listByIds(viewer, ids);
    const folders = books.map(({ folder }) => folder);
    const isBelow = (path: string) =>
      folders.every((folder) => folder === path || folder.startsWith(`${path}/`));
    const base = series.path && isBelow(series.path) ? series.path : findCommon(folders);
    return {
      entries: await this.#deps.catalog.books.listEntries(viewer, books),
      base,
      target,
      isWhole: true,
    };
  }

  async #preview(viewer: Viewer, wish: Wish) {
    const planned = await planAll(this.#deps, viewer, wish);
    return {
      folder: wish.base,
      books: planned.flat().map(({ shown }) => shown),
      warning: await findWarning(this.#deps, viewer, planned),
    };
  }

  async #move(viewer: Viewer, wish: Wish) {
    return {
      folder: wish.base,
      books: await moveAll(this.#deps, viewer, wish),
    };
  }
}

/** The common parent of all folders. */
function findCommon(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => (folder === '' ? [] : folder.split('/')));
  const differs = (name: string, i: number) => others.some((other) => other[i] !== name);
  const end = first.findIndex(differs);
  return first.slice(0, end === -1 ? first.length : end).join('/');
}
