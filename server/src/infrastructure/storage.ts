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

export class StorageWatch {
  readonly #deps: Dependencies;
  readonly #path: string;
  #state: StorageState = 'ok';
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  // A failure of another process probably affects this one as well. This process checks its end by itself.
  readonly #unsubscribe;
  readonly #test = async (): Promise<void> => {
    const error = await tryWriting(this.#path);
    if (this.#isStopped) return;
    this.#timer = undefined;
    const found = error === undefined ? undefined : (toState(error, this.#deps.database) ?? 'read_only');
    if (found === undefined && performance.now() >= this.#notBeforeMs) {
      if (this.#enter('ok')) this.#deps.events.publish(storageChanged, { state: this.#state });
    } else if (this.#fail(found ?? this.#state, false))
      this.#deps.events.publish(storageChanged, { state: this.#state });
  };

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#path = join(deps.folder, 'writable.tmp');
    this.#unsubscribe = deps.events.subscribe(storageChanged, ({ state: other }) => {
      if (other !== 'ok' && this.#state === 'ok') this.#fail(other, true);
    });
  }

  /** State of this process. */
  get state(): StorageState {
    return this.#state;
  }

  /** Inspects the error of a write. `at` is the folder that was written to. */
  note(error: unknown, at: string = this.#deps.folder): void {
    const found = toState(error, this.#deps.database);
    if (found === undefined) return;
    const isDatabase =
      this.#deps.database.copy === undefined && this.#deps.database.dialect.isOutOfSpace(error);
    const isElsewhere = isDatabase || relative(this.#deps.folder, at).startsWith('..');
    if (this.#fail(found, isElsewhere, at)) this.#deps.events.publish(storageChanged, { state: this.#state });
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #enter(next: StorageState, at = this.#deps.folder): boolean {
    if (next === this.#state) return false;
    this.#state = next;
    if (next === 'ok') this.#deps.log.info('storage is writable again');
    else
      this.#deps.log.error(
        { state: next, folder: at },
        'storage is not writable: the disk is full or read-only',
      );
    return true;
  }

  #fail(next: StorageState, isElsewhere: boolean, at?: string): boolean {
    if (isElsewhere) this.#notBeforeMs = performance.now() + quietMs;
    this.#timer ??= setTimeout(this.#test, intervalMs).unref();
    return this.#enter(next, at);
  }
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
