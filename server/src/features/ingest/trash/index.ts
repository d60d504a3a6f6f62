// The trash for deleted files, in libraries that allow it.
import { trash as contract } from '@lectern/contract/ingest/trash';
import { toScope } from '#catalog/visible.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import { createCleanUp } from './clean-up.ts';
import type { Root } from './items.ts';
import * as service from './service.ts';
import * as store from './store.ts';

export { findCompanions } from './companions.ts';

interface Dependencies extends service.TrashDependencies {
  engine: Pick<TaskEngine, 'schedules'>;
}

export class Trash {
  readonly #deps: Dependencies;
  readonly #cleanUp;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#cleanUp = createCleanUp(deps);
    this.routes = implement(contract, {
      async trashBook({ viewer, params }) {
        const book = await deps.catalog.books.get(viewer, params.id);
        const library = await service.getLibrary(deps, book.libraryId);
        const [file] = (await service.trashBooks(deps, viewer, { library, books: [book] })).trashed;
        if (!file) throw notFound('book');
        return file;
      },
      async trashSeries({ viewer, params }) {
        const series = await deps.catalog.series.get(viewer, params.id);
        const library = await service.getLibrary(deps, series.libraryId);
        const ids = await deps.catalog.books.listIds(viewer, { seriesId: series.id });
        const books = await deps.catalog.books.listByIds(viewer, ids);
        // Moves all formats of a book, because the next one would otherwise become its main file.
        const files = (await deps.catalog.books.listEntries(viewer, books)).flat();
        return service.trashBooks(deps, viewer, { library, books: files });
      },
      async list({ viewer, query, request }) {
        const scope = await toScope(deps.catalog.libraries, viewer);
        const libraries = await deps.catalog.libraries.all();
        return readPage(query, request.url, {
          count: () => store.count(deps.database.db, scope),
          list: async (window) =>
            (await store.list(deps.database.db, scope, window)).map((row) =>
              service.toTrashedFile(deps, row, libraries),
            ),
        });
      },
      restore: async ({ viewer, params }) => service.restore(deps, await this.#getRow(viewer, params.id)),
      restoreMany: async ({ viewer, body }) =>
        service.restoreMany(deps, await service.findRows(deps, viewer, [...new Set(body.ids)])),
      remove: async ({ viewer, params }) =>
        service.removeForGood(deps, await this.#getRow(viewer, params.id)),
      empty: async ({ viewer }) => ({ removed: await service.emptyTrash(deps, viewer) }),
    });
  }

  /** Moves a file without a book to the trash. Throws a Problem if the file remains in place. */
  putAway({
    library,
    root,
    userId,
    file,
  }: {
    library: ScanLibrary;
    root: Root;
    userId: string;
    file: service.LooseFile;
  }): Promise<void> {
    return service.putAway(this.#deps, { library, root, userId }, file);
  }

  /** Completes interrupted operations and deletes expired files, now and every hour. */
  async start(): Promise<void> {
    this.#deps.engine.schedules.set({ name: 'trash.clean_up', cron: '43 * * * *', act: this.#cleanUp });
    await this.#cleanUp();
  }

  async #getRow(viewer: Viewer, id: string): Promise<store.ShownRow> {
    const [row] = await service.findRows(this.#deps, viewer, [id]);
    if (!row) throw notFound('file in the trash');
    return row;
  }
}
