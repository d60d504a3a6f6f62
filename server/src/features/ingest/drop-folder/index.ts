// The drop folder: reads books added through a network share, a browser or a script, and moves accepted ones into
// libraries.
import { basename } from 'node:path';
import { dropFolder as contract, type DropFolder } from '@lectern/contract/ingest/drop-folder';
import { z } from 'zod';
import { isLimited, type Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import type { Log } from '#infrastructure/log.ts';
import { type AnyTaskDefinition, administration, defineTask } from '#infrastructure/tasks/define.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import { inTime } from '#infrastructure/timeout.ts';
import { Watcher } from '../schedules/index.ts';
import { createFindSameSize } from '../uploads/index.ts';
import { type AcceptDependencies, accept } from './accept.ts';
import { readEdits, writeEdits } from './edits.ts';
import { findFolder, getFolder } from './folder.ts';
import { compare, isAnythingNew, look } from './look.ts';
import { propose } from './proposals.ts';
import * as store from './store.ts';
import { createQueue, findVisible } from './visibility.ts';

interface Dependencies extends Omit<AcceptDependencies, 'findSameSize'> {
  engine: Pick<TaskEngine, 'queue' | 'schedules'>;
  log: Log;
}

const hour = 60 * 60;
/** A disk that does not respond must not block the startup; the folder is checked when it responds. */
const patienceMs = 10_000;
const watching = { quietMs: 1_000, maxMs: 10_000, pollMs: 60_000 };

export class DropFolderFeature {
  readonly #dependencies: Dependencies;
  readonly #deps: AcceptDependencies;
  readonly #stopping = new AbortController();
  readonly task: AnyTaskDefinition;
  readonly #watcher: Watcher;
  readonly routes: MountedRoute[];
  readonly #request = async () =>
    void (await this.#dependencies.engine.queue.enqueue(this.task, {}, { rerun: true }));
  readonly #requestIfNew = async () => {
    const found = await compare(this.#deps, this.#stopping.signal);
    if (found && isAnythingNew(found)) await this.#request();
  };
  readonly #onChange = () =>
    void this.#requestIfNew().catch((err: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.#dependencies.log.warn({ err }, 'failed to check the drop folder');
    });

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const findSameSize = createFindSameSize(dependencies.database, dependencies.catalog.libraries);
    this.#deps = { ...dependencies, findSameSize };
    this.task = defineTask<Record<string, never>>({
      type: 'drop_folder.look',
      payload: z.object({}),
      key: () => 'all',
      subject: administration,
      priority: 50,
      attempts: 5,
      timeoutSeconds: 6 * hour,
      run: ({ signal }) => look(this.#deps, signal),
    });
    this.#watcher = new Watcher({ ...watching, onChange: this.#onChange, log: dependencies.log });
    this.routes = createRoutes(this.#deps, this.#request);
  }

  /** Returns the number of waiting files that the viewer sees. */
  async countWaiting(viewer: Viewer): Promise<number> {
    const folder = await findFolder(this.#deps);
    return folder ? createQueue(this.#deps, viewer, { isDismissed: false }).count() : 0;
  }

  /** Checks the folder now, after changes, and every five minutes. */
  start(): Promise<void> {
    return inTime(this.#begin(), patienceMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watcher.stop();
  }

  async #begin(): Promise<void> {
    const folder = await findFolder(this.#deps);
    if (!folder) return;
    if (folder.problem)
      this.#dependencies.log.warn({ problem: folder.problem.message }, 'drop folder cannot be used');
    this.#dependencies.engine.schedules.set({
      name: 'drop_folder.look',
      cron: '*/5 * * * *',
      act: this.#requestIfNew,
    });
    await this.#watcher.set([{ id: 'drop-folder', paths: [folder.path] }]);
    this.#onChange();
  }
}

function createRoutes(deps: AcceptDependencies, request: () => Promise<void>): MountedRoute[] {
  const { database, catalog, config } = deps;
  async function show(viewer: Viewer, rows: readonly store.DroppedRow[]) {
    const folder = await getFolder(deps);
    return (await propose(deps, viewer, { rows, folder })).map(({ shown }) => shown);
  }

  return implement(contract, {
    async status({ viewer }): Promise<DropFolder> {
      const folder = await findFolder(deps);
      return {
        isEnabled: folder !== undefined,
        name: config.dropFolder.path === undefined ? null : basename(config.dropFolder.path),
        problem: folder?.problem ?? null,
        waiting: folder ? await createQueue(deps, viewer, { isDismissed: false }).count() : 0,
        dismissed: folder ? await createQueue(deps, viewer, { isDismissed: true }).count() : 0,
      };
    },
    async list({ viewer, query, request: { url } }) {
      const folder = await findFolder(deps);
      const isUsable = folder !== undefined && folder.problem === null;
      const queue = createQueue(deps, viewer, { isDismissed: query.dismissed });
      return readPage(query, url, {
        count: async () => (isUsable ? queue.count() : 0),
        list: async (window) => show(viewer, await queue.list(window)),
      });
    },
    async check() {
      await getFolder(deps);
      await request();
    },
    async edit({ viewer, params, body }) {
      const row = await findVisible(deps, viewer, params.id);
      if (!row) throw notFound('file in the drop folder');
      if (typeof body.libraryId === 'string') await catalog.libraries.get(viewer, body.libraryId);
      const { isDismissed = row.isDismissed === 1, ...values } = body;
      const edited = readEdits(row);
      if (Object.keys(values).length > 0) {
        edited.edits = { ...edited.edits, ...values };
        edited.editorId = isLimited(viewer) ? viewer.userId : undefined;
      }
      const changed = { ...row, edits: writeEdits(edited), isDismissed: Number(isDismissed) };
      const [shown] = await show(viewer, [changed]);
      if (!shown) throw notFound('file in the drop folder');
      await store.update(database.db, row.id, { edits: changed.edits, isDismissed: changed.isDismissed });
      return shown;
    },
    accept: ({ viewer, body }) => accept(deps, viewer, body?.ids),
  });
}
