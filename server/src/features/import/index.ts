// Imports from other servers over the API: the source is read first and then imported by a background task.
import { join } from 'node:path';
import { imports as contract, type ImportDto, type RootMap } from '@lectern/contract/import/imports';
import type { SnapshotImport } from '#features/import/apply/index.ts';
import type { TheirUser } from '#features/import/sources/index.ts';
import type { LibraryBounds } from '#features/libraries/libraries/index.ts';
import type { BackupService } from '#features/system/backup/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createCleanUp } from './clean-up.ts';
import type { Missing } from './describe.ts';
import { addImportLog, createImport, updateImport, uploadImport } from './preparing.ts';
import { loadSnapshot } from './reading/in-worker.ts';
import {
  cancelImport,
  getImport,
  listImports,
  listMissing,
  removeImport,
  startImport,
  takeImportBack,
} from './service.ts';
import { keepInDatabase } from './storage/in-database.ts';
import { keepInFolder } from './storage/in-folder.ts';
import { defineImportTask, type ImportTask } from './task.ts';

interface Dependencies {
  config: Config;
  database: Database;
  engine: TaskEngine;
  /** Worker pool of interactive requests. */
  pool: WorkerPool;
  snapshotImport: SnapshotImport;
  bounds: LibraryBounds;
  backups: BackupService;
  clock: Clock;
}

type Parts = Parameters<typeof createImport>[0] & Parameters<typeof startImport>[0];

export class Imports {
  readonly #deps: Dependencies;
  readonly #parts: Parts;
  readonly task: ImportTask;
  readonly #cleanUp;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { isShared } = deps.database.dialect;
    const scratch = join(deps.config.dataDir, 'imports');
    const kept = isShared ? keepInDatabase(deps.database, deps.clock) : keepInFolder(scratch);
    this.task = defineImportTask({ ...deps, kept, scratch, dialect: deps.database.dialect });
    const parts = { ...deps, kept, scratch, task: this.task, backups: isShared ? undefined : deps.backups };
    this.#parts = parts;
    this.#cleanUp = createCleanUp({
      kept,
      scratch,
      clock: deps.clock,
      store: deps.engine.store,
      keepDays: () => deps.config.tasks.keepDays,
    });
    this.routes = implement(contract, {
      list: async () => ({ imports: await listImports(parts) }),
      async upload({ request }) {
        const { stream, fileName } = await request.openUpload();
        return answer(await uploadImport(parts, stream, fileName), { status: 201 });
      },
      create: async ({ body }) => answer(await createImport(parts, body), { status: 201 }),
      get: ({ params }) => getImport(parts, params.id),
      async addLog({ viewer, params, request }) {
        const { stream } = await request.openUpload();
        return addImportLog(parts, { viewer, id: params.id, bytes: stream });
      },
      update: ({ params, body }) => updateImport(parts, params.id, body.maps),
      async missing({ params, query, request }) {
        const page = boundPage(query);
        const { rows, total } = await listMissing(parts, params.id, page);
        return toPage(rows, total, page, request.url);
      },
      start: async ({ viewer, params }) =>
        answer(await startImport(parts, viewer, params.id), { status: 202 }),
      cancel: async ({ params }) => answer(await cancelImport(parts, params.id), { status: 202 }),
      takeBack: async ({ viewer, params, request }) =>
        answer(await takeImportBack(parts, params.id, { viewer, address: request.ip }), { status: 202 }),
      remove: ({ params }) => removeImport(parts, params.id),
    });
  }

  /** Prepares an import for the local operator, who can read every folder. Throws import_refused. */
  prepare(path: string, maps: RootMap[]): Promise<ImportDto> {
    const { own } = this.#deps.bounds;
    return createImport(this.#parts, { path, maps }, { allowedRoots: [], own });
  }

  get(id: string): Promise<ImportDto> {
    return getImport(this.#parts, id);
  }

  listMissing(id: string, limit: number): Promise<{ rows: Missing[]; total: number }> {
    return listMissing(this.#parts, id, { page: 1, pageSize: limit });
  }

  /** Returns the import that waits or runs. */
  async findRunning(): Promise<ImportDto | undefined> {
    return (await listImports(this.#parts)).find(({ status }) => status === 'running');
  }

  /** Whether an account can administer this server after the import. */
  async leavesAdministrator(id: string): Promise<boolean> {
    if (await this.#deps.snapshotImport.hasAccounts()) return true;
    const snapshot = await loadSnapshot(this.#parts.kept, id);
    return snapshot?.users.some(isAdministrator) ?? false;
  }

  /** Makes a backup and enqueues the task. Throws conflict. */
  enqueue(id: string): Promise<ImportDto> {
    return startImport(this.#parts, system, id);
  }

  remove(id: string): Promise<void> {
    return removeImport(this.#parts, id);
  }

  /** Deletes expired uploads, now and once an hour. */
  async start(): Promise<void> {
    this.#deps.engine.schedules.set({ name: 'imports.clean_up', cron: '13 * * * *', act: this.#cleanUp });
    await this.#cleanUp();
  }
}

const isAdministrator = ({ isAdmin, isActive, password }: TheirUser): boolean =>
  isAdmin && isActive && password !== undefined;
