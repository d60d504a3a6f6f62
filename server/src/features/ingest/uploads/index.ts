// Resumable uploads into libraries, from browsers and other programs.
import { reasonSchema } from '@lectern/contract/errors';
import { uploads as contract, type Upload } from '@lectern/contract/ingest/uploads';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { checkFiles, listFolders } from './check.ts';
import { createCleanUp } from './clean-up.ts';
import { getRow } from './data-store.ts';
import { Leases } from './leases.ts';
import * as store from './store.ts';
import type { UploadDependencies } from './targets.ts';
import { speakTus } from './tus.ts';

export { isTaken, lookBeside, maxTries, seesAll, type VisibleDependencies } from './beside.ts';
export type { FindSameSize } from './check.ts';
export { findPathFault, findRoom, getTarget } from './targets.ts';
export const { createFindSameSize } = store;

interface Dependencies extends UploadDependencies {
  engine: Pick<TaskEngine, 'schedules'>;
  log: Log;
}

const shownUploads = 200;

export class Uploads {
  readonly #dependencies: Dependencies;
  readonly #cleanUp;
  readonly routes: MountedRoute[];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const deps = { ...dependencies, leases: new Leases(dependencies.database, dependencies.clock) };
    this.#cleanUp = createCleanUp(deps);
    const findSameSize = store.createFindSameSize(dependencies.database, dependencies.catalog.libraries);
    this.routes = implement(contract, {
      list: async ({ viewer }) => {
        const rows = await store.list(dependencies.database.db, viewer.userId, shownUploads);
        const seen = await dependencies.catalog.libraries.visibleIds(viewer);
        const own = rows.filter(({ libraryId }) => seen.includes(libraryId));
        return { uploads: await Promise.all(own.map((row) => this.#show(viewer, row))) };
      },
      create: async ({ viewer, request }) => answer(undefined, await speakTus(deps, { viewer, request })),
      check: ({ viewer, body }) => checkFiles({ ...deps, findSameSize }, viewer, body),
      folders: async ({ viewer, params, query }) => ({
        folders: await listFolders(deps, viewer, { libraryId: params.id, ...query }),
      }),
      get: async ({ viewer, params, request }) => {
        const isHead = request.method === 'HEAD';
        const told = isHead ? (await speakTus(deps, { viewer, request, id: params.id })).headers : {};
        const headers = { 'Cache-Control': 'no-store', ...told };
        return answer(await this.#show(viewer, await getRow(deps, viewer, params.id)), { headers });
      },
      append: async ({ viewer, params, request }) =>
        answer(undefined, await speakTus(deps, { viewer, request, id: params.id })),
      remove: async ({ viewer, params, request }) =>
        answer(undefined, await speakTus(deps, { viewer, request, id: params.id })),
    });
  }

  /** Completes interrupted uploads and deletes expired ones, now and every hour. */
  async start(): Promise<void> {
    this.#dependencies.engine.schedules.set({
      name: 'uploads.clean_up',
      cron: '23 * * * *',
      act: this.#cleanUp,
    });
    await this.#cleanUp();
  }

  async #show(viewer: Viewer, row: store.UploadRow): Promise<Upload> {
    const library = await this.#dependencies.catalog.libraries.find(viewer, row.libraryId);
    const { id, libraryId, folder, name, sizeBytes, receivedBytes, state, failure } = row;
    return {
      id,
      libraryId,
      sizeBytes,
      receivedBytes,
      state,
      libraryName: library?.name ?? '',
      path: folder === '' ? name : `${folder}/${name}`,
      reason: (failure !== null && reasonSchema.safeParse(parseJson(failure)).data) || null,
      createdAt: new Date(row.createdAt).toISOString(),
      expiresAt: new Date(row.expiresAt).toISOString(),
    };
  }
}
