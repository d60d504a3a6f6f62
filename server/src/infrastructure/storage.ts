// Detects full and read-only disks. A failed write is reported to administrators. From then on, a test file is written
// regularly until it succeeds.
import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import { Problem } from './errors.ts';
import { channel, type EventBus } from './events/bus.ts';

export type StorageState = 'ok' | 'full' | 'read_only';

export const storageChanged = channel<{ state: StorageState }>('storage.changed');

export interface StorageWatch {
  /** State of this process. */
  readonly state: StorageState;
  /** Inspects the error of a write. `at` is the folder that was written to. */
  note(error: unknown, at?: string): void;
  stop(): void;
}

interface Dependencies {
  /** The data folder. */
  folder: string;
  database: Pick<Database, 'dialect' | 'copy'>;
  events: EventBus;
  log: Log;
}

const intervalMs = 5_000;
/** Databases and folders elsewhere are not tested. They count as working if no write has failed for this time. */
const quietMs = 60_000;
/** Bytes of the test file: larger than the space that file systems reserve for small files. */
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
    if (next === 'ok') log.info('storage is writable again');
    else log.error({ state: next, folder: at }, 'storage is not writable: the disk is full or read-only');
    return true;
  }

  function fail(next: StorageState, isElsewhere: boolean, at?: string): boolean {
    if (isElsewhere) notBeforeMs = performance.now() + quietMs;
    timer ??= setTimeout(test, intervalMs).unref();
    return enter(next, at);
  }

  async function test(): Promise<void> {
    const error = await tryWriting(path);
    if (isStopped) return;
    timer = undefined;
    const found = error === undefined ? undefined : (toState(error, database) ?? 'read_only');
    if (found === undefined && performance.now() >= notBeforeMs) {
      if (enter('ok')) events.publish(storageChanged, { state });
    } else if (fail(found ?? state, false)) events.publish(storageChanged, { state });
  }

  // A failure of another process probably affects this one as well. This process checks its end by itself.
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

/** Undefined for other errors. Causes of an error are checked as well. */
function toState(error: unknown, database: Dependencies['database']): StorageState | undefined {
  if (!(error instanceof Error)) return undefined;
  // The disk of a library is a different one; the uploading user is informed.
  if (error instanceof Problem && error.reason?.reason === 'upload_no_room') return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EROFS' || code === 'SQLITE_READONLY') return 'read_only';
  const isFull = ['ENOSPC', 'EDQUOT', 'insufficient_storage'].includes(code);
  if (isFull || database.dialect.isOutOfSpace(error)) return 'full';
  return error.cause === error ? undefined : toState(error.cause, database);
}
