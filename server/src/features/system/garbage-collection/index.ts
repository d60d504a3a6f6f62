// Garbage collection: deletes files of purged books and covers, and unreferenced rows.
import { rm } from 'node:fs/promises';
import { orphans as contract } from '@lectern/contract/system/orphans';
import { z } from 'zod';
import type { OwnedFile } from '#infrastructure/blobs/owned-files.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { administration, defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import { listOwned } from './store.ts';

interface Dependencies {
  database: Database;
  queue: TaskQueue;
  clock: Clock;
  /** Folders whose files are named by ids of books and covers. */
  folders: readonly { list(): AsyncIterable<OwnedFile> }[];
  /** Delete unreferenced rows and return their number. They run in this order, before the files. */
  removeRows: readonly (() => Promise<number>)[];
  schedules: Schedules;
}

interface CleanUp {
  /** Files written at this time or later are skipped. Default: an hour ago. */
  writtenBeforeMs?: number | undefined;
}

interface Deleted {
  filesDeleted: number;
  bytesReclaimed: number;
}

/** Younger files may belong to rows that are being written. */
const youngestMs = 60 * 60 * 1000;
const chunk = 500;

export class Orphans {
  readonly #deps: Dependencies;
  readonly task: TaskDefinition<CleanUp>;
  readonly #startedMs: number;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.task = defineTask<CleanUp>({
      type: 'orphans.clean_up',
      payload: z.object({ writtenBeforeMs: z.number().optional() }),
      key: () => 'all',
      subject: administration,
      priority: 20,
      attempts: 3,
      timeoutSeconds: 3_600,
      run: ({ signal, params }) => this.#run(signal, params.writtenBeforeMs ?? deps.clock() - youngestMs),
    });
    this.#startedMs = deps.clock();
    this.routes = implement(contract, {
      cleanUp: async () => ({ taskId: (await deps.queue.enqueue(this.task, {})).task.id }),
    });
  }

  /** Runs every night. After an unclean stop, it also runs immediately and includes unfinished files. */
  async start(): Promise<void> {
    this.#deps.schedules.set({
      name: this.task.type,
      cron: '37 4 * * *',
      act: async () => void (await this.#deps.queue.enqueue(this.task, {})),
    });
    // No other process uses the folder of a SQLite database, so files older than this process will not get a row.
    if (this.#deps.database.wasCutOff)
      await this.#deps.queue.enqueue(this.task, { writtenBeforeMs: this.#startedMs });
  }

  async #removeUnowned(files: readonly OwnedFile[], into: Deleted): Promise<void> {
    const ids = files.map(({ id }) => id).filter((id) => id !== null);
    const owned = ids.length > 0 ? await listOwned(this.#deps.database.db, ids) : new Set();
    for (const { id, path, sizeBytes } of files) {
      if (id !== null && owned.has(id)) continue;
      await rm(path, { force: true });
      into.filesDeleted++;
      into.bytesReclaimed += sizeBytes;
    }
  }

  async #run(signal: AbortSignal, writtenBeforeMs: number) {
    let rowsDeleted = 0;
    for (const remove of this.#deps.removeRows) rowsDeleted += await remove();
    const into: Deleted = { filesDeleted: 0, bytesReclaimed: 0 };
    for (const folder of this.#deps.folders) {
      let waiting: OwnedFile[] = [];
      for await (const file of folder.list()) {
        signal.throwIfAborted();
        if (file.modifiedMs < writtenBeforeMs) waiting.push(file);
        if (waiting.length < chunk) continue;
        await this.#removeUnowned(waiting, into);
        waiting = [];
      }
      await this.#removeUnowned(waiting, into);
    }
    return { ...into, rowsDeleted };
  }
}
