// The trash for deleted files, in libraries that allow it.
import { trash as contract, type TrashedFile } from '@lectern/contract/ingest/trash';
import { toScope } from '#catalog/visible.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import { createCleanUp } from './clean-up.ts';
import type { Root } from './items.ts';
import { type LooseFile, type TrashDependencies, TrashedFiles } from './service.ts';
import * as store from './store.ts';

export { findCompanions } from './companions.ts';

interface Dependencies extends TrashDependencies {
  engine: Pick<TaskEngine, 'schedules'>;
}

export class Trash {
  readonly #deps: Dependencies;
  readonly #files: TrashedFiles;
  readonly #cleanUp;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#files = new TrashedFiles(deps);
    const files = this.#files;
    this.#cleanUp = createCleanUp(deps, files);
    this.routes = implement(contract, {
      trashBook: ({ viewer, params }) => this.trashBook(viewer, params.id),
      trashSeries: ({ viewer, params }) => this.trashSeries(viewer, params.id),
      async list({ viewer, query, request }) {
        const scope = await toScope(deps.catalog.libraries, viewer);
        const libraries = await deps.catalog.libraries.all();
        return readPage(query, request.url, {
          count: () => store.count(deps.database.db, scope),
          list: async (window) =>
            (await store.list(deps.database.db, scope, window)).map((row) =>
              files.toTrashedFile(row, libraries),
            ),
        });
      },
      restore: async ({ viewer, params }) => files.restore(await this.#getRow(viewer, params.id)),
      restoreMany: async ({ viewer, body }) =>
        files.restoreMany(await files.findRows(viewer, [...new Set(body.ids)])),
      remove: async ({ viewer, params }) => files.removeForGood(await this.#getRow(viewer, params.id)),
      empty: async ({ viewer }) => ({ removed: await files.emptyTrash(viewer) }),
    });
  }

  /**
   * Moves the file of a book to the trash. Throws `not_found` for a hidden book, `forbidden` if the library does not allow
   * file changes, and `conflict` if the file cannot be moved.
   */
  async trashBook(viewer: Viewer, id: string): Promise<TrashedFile> {
    const book = await this.#deps.catalog.books.get(viewer, id);
    const library = await this.#files.getLibrary(book.libraryId);
    const [file] = (await this.#files.trashBooks(viewer, { library, books: [book] })).trashed;
    if (!file) throw notFound('book');
    return file;
  }

  /** Moves the files of a series to the trash. Throws like `trashBook`, `conflict` only if no file can be moved. */
  async trashSeries(viewer: Viewer, id: string) {
    const { books: reads, series: all } = this.#deps.catalog;
    const series = await all.get(viewer, id);
    const library = await this.#files.getLibrary(series.libraryId);
    const ids = await reads.listIds(viewer, { seriesId: series.id });
    // Moves all formats of a book, because the next one would otherwise become its main file.
    const files = (await reads.listEntries(viewer, await reads.listByIds(viewer, ids))).flat();
    return this.#files.trashBooks(viewer, { library, books: files });
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
    file: LooseFile;
  }): Promise<void> {
    return this.#files.putAway({ library, root, userId }, file);
  }

  /** Completes interrupted operations and deletes expired files, now and every hour. */
  async start(): Promise<void> {
    this.#deps.engine.schedules.set({ name: 'trash.clean_up', cron: '43 * * * *', act: this.#cleanUp });
    await this.#cleanUp();
  }

  async #getRow(viewer: Viewer, id: string): Promise<store.ShownRow> {
    const [row] = await this.#files.findRows(viewer, [id]);
    if (!row) throw notFound('file in the trash');
    return row;
  }
}
