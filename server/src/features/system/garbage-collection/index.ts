// Letting go of what nothing refers to: files of books and covers that are gone for good, rows that nothing needs.
import { rm } from 'node:fs/promises';
import { orphans as contract } from '@lectern/contract/orphans';
import { z } from 'zod';
import type { KeptFile } from '#infrastructure/blobs/kept-files.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { Schedules } from '#infrastructure/tasks/schedules.ts';
import { listOwned } from './store.ts';

interface Dependencies {
  database: Database;
  queue: TaskQueue;
  clock: Clock;
  /** Where files lie under ids of books and covers. */
  kept: readonly { list(): AsyncIterable<KeptFile> }[];
  /** Each removes rows that nothing needs and returns how many; in this order, before the files. */
  removeRows: readonly (() => Promise<number>)[];
  schedules: Pick<Schedules, 'set'>;
}

interface CleanUp {
  /** Files of this moment or younger are left alone; an hour ago unless said. */
  writtenBeforeMs?: number | undefined;
}

interface Deleted {
  filesDeleted: number;
  bytesReclaimed: number;
}

/** A file is written before its row: what is younger may be about to get one. */
const youngestMs = 60 * 60 * 1000;
const chunk = 500;

export interface Orphans {
  routes: MountedRoute[];
  task: TaskDefinition<CleanUp>;
  /** From now on every night; at once, too, when the process before this one was cut off, and what it had begun. */
  start(): Promise<void>;
}

export function createGarbageCollection({
  database,
  queue,
  clock,
  kept,
  removeRows,
  schedules,
}: Dependencies): Orphans {
  async function removeUnowned(files: readonly KeptFile[], into: Deleted): Promise<void> {
    const ids = files.map(({ id }) => id).filter((id) => id !== null);
    const owned = ids.length > 0 ? await listOwned(database.db, ids) : new Set();
    for (const { id, path, sizeBytes } of files) {
      if (id !== null && owned.has(id)) continue;
      await rm(path, { force: true });
      into.filesDeleted++;
      into.bytesReclaimed += sizeBytes;
    }
  }

  async function run(signal: AbortSignal, writtenBeforeMs: number) {
    let rowsDeleted = 0;
    for (const remove of removeRows) rowsDeleted += await remove();
    const into: Deleted = { filesDeleted: 0, bytesReclaimed: 0 };
    for (const place of kept) {
      let waiting: KeptFile[] = [];
      for await (const file of place.list()) {
        signal.throwIfAborted();
        if (file.modifiedMs < writtenBeforeMs) waiting.push(file);
        if (waiting.length < chunk) continue;
        await removeUnowned(waiting, into);
        waiting = [];
      }
      await removeUnowned(waiting, into);
    }
    return { ...into, rowsDeleted };
  }

  const task = defineTask<CleanUp>({
    type: 'orphans.clean_up',
    payload: z.object({ writtenBeforeMs: z.number().optional() }),
    key: () => 'all',
    priority: 20,
    attempts: 3,
    timeoutSeconds: 3_600,
    run: ({ signal, params }) => run(signal, params.writtenBeforeMs ?? clock() - youngestMs),
  });

  const startedMs = clock();
  return {
    task,
    async start() {
      schedules.set({
        name: task.type,
        cron: '37 4 * * *',
        act: async () => void (await queue.enqueue(task, {})),
      });
      // Nobody else uses the folder of an embedded database: what is older than this process will get no row.
      if (database.wasCutOff) await queue.enqueue(task, { writtenBeforeMs: startedMs });
    },
    routes: implement(contract, {
      cleanUp: async () => ({ taskId: (await queue.enqueue(task, {})).task.id }),
    }),
  };
}
