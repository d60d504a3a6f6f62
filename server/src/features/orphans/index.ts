// Letting go of what nothing refers to: files of books and covers that are gone for good, rows that nothing needs.
import { rm } from 'node:fs/promises';
import { orphans as contract } from '@lectern/contract/orphans';
import { z } from 'zod';
import type { KeptFile } from '#kernel/blobs/kept-files.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { defineTask, type TaskDefinition } from '#kernel/tasks/define.ts';
import type { TaskQueue } from '#kernel/tasks/queue.ts';
import { listOwned } from './store.ts';

interface Parts {
  database: Database;
  queue: TaskQueue;
  clock: Clock;
  /** Where files lie under ids of books and covers. */
  kept: readonly { list(): AsyncIterable<KeptFile> }[];
  /** Each removes rows that nothing needs and returns how many; in this order, before the files. */
  removeRows: readonly (() => Promise<number>)[];
}

interface Deleted {
  filesDeleted: number;
  bytesReclaimed: number;
}

/** A file is written before its row: what is younger may be about to get one. */
const youngestMs = 60 * 60 * 1000;
const chunk = 500;

export function createOrphans({ database, queue, clock, kept, removeRows }: Parts): {
  routes: MountedRoute[];
  task: TaskDefinition<Record<never, never>>;
} {
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

  async function run(signal: AbortSignal) {
    let rowsDeleted = 0;
    for (const remove of removeRows) rowsDeleted += await remove();
    const into: Deleted = { filesDeleted: 0, bytesReclaimed: 0 };
    const beforeMs = clock() - youngestMs;
    for (const place of kept) {
      let waiting: KeptFile[] = [];
      for await (const file of place.list()) {
        signal.throwIfAborted();
        if (file.modifiedMs < beforeMs) waiting.push(file);
        if (waiting.length < chunk) continue;
        await removeUnowned(waiting, into);
        waiting = [];
      }
      await removeUnowned(waiting, into);
    }
    return { ...into, rowsDeleted };
  }

  const task = defineTask<Record<never, never>>({
    type: 'orphans.clean_up',
    payload: z.object({}),
    key: () => 'all',
    priority: 20,
    attempts: 3,
    timeoutSeconds: 3_600,
    run: ({ signal }) => run(signal),
  });

  return {
    task,
    routes: implement(contract, {
      cleanUp: async () => ({ taskId: (await queue.enqueue(task, {})).task.id }),
    }),
  };
}
