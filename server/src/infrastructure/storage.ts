// Whether what the server writes stays: a write that failed because a disk is full, or takes none, makes it known to
// those who look after the server. From then on a file is written now and then, until that works again.
import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import { channel, type EventBus } from './events/bus.ts';

export type StorageState = 'ok' | 'full' | 'read_only';

export const storageChanged = channel<{ state: StorageState }>('storage.changed');

export interface StorageWatch {
  /** Of this process. */
  readonly state: StorageState;
  /** Looks at an error on its way to whoever asked; `at` is the folder that was written to. */
  note(error: unknown, at?: string): void;
  stop(): void;
}

interface Dependencies {
  /** The data folder. */
  folder: string;
  database: Pick<Database, 'dialect' | 'copy'>;
  events: Pick<EventBus, 'publish' | 'subscribe'>;
  log: Log;
}

const intervalMs = 5_000;
/** A database or folder elsewhere is not tried: it counts as well again when no write has failed for so long. */
const quietMs = 60_000;
/** What a file system keeps for small files does not do. */
const triedBytes = 1024 * 1024;

export function createStorageWatch({ folder, database, events, log }: Dependencies): StorageWatch {
  const path = join(folder, 'writable.tmp');
  let state: StorageState = 'ok';
  let notBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function enter(next: StorageState, at = folder): boolean {
    if (next === state) return false;
    state = next;
    if (next === 'ok') log.info('what is written stays again');
    else
      log.error(
        { state: next, folder: at },
        'what is written does not stay: the disk is full or takes no writes',
      );
    return true;
  }

  function fail(next: StorageState, isElsewhere: boolean, at?: string): boolean {
    if (isElsewhere) notBeforeMs = performance.now() + quietMs;
    timer ??= setTimeout(look, intervalMs).unref();
    return enter(next, at);
  }

  async function look(): Promise<void> {
    const error = await tryWriting(path);
    if (isStopped) return;
    timer = undefined;
    const found = error === undefined ? undefined : (toState(error, database) ?? 'read_only');
    if (found === undefined && performance.now() >= notBeforeMs) {
      if (enter('ok')) events.publish(storageChanged, { state });
    } else if (fail(found ?? state, false)) events.publish(storageChanged, { state });
  }

  // What another process cannot write this one may not either; it looks for itself when that is over.
  const unsubscribe = events.subscribe(storageChanged, ({ state: other }) => {
    if (other !== 'ok' && state === 'ok') fail(other, true);
  });
  return {
    get state() {
      return state;
    },
    note(error, at = folder) {
      const found = toState(error, database);
      if (found === undefined) return;
      const isDatabase = database.copy === undefined && database.dialect.isOutOfSpace(error);
      const isElsewhere = isDatabase || relative(folder, at).startsWith('..');
      if (fail(found, isElsewhere, at)) events.publish(storageChanged, { state });
    },
    stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

async function tryWriting(path: string): Promise<unknown> {
  try {
    await writeFile(path, Buffer.alloc(triedBytes), { flush: true });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** Undefined for faults of another kind. What caused a problem counts, too. */
function toState(error: unknown, database: Dependencies['database']): StorageState | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EROFS' || code === 'SQLITE_READONLY') return 'read_only';
  const isFull = ['ENOSPC', 'EDQUOT', 'insufficient_storage'].includes(code);
  if (isFull || database.dialect.isOutOfSpace(error)) return 'full';
  return error.cause === error ? undefined : toState(error.cause, database);
}
