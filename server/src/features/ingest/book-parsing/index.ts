// Reads books in worker processes: many for a scan, or one for a request.

import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import type { BookFile } from '#catalog/books/files.ts';
import type { Log } from '#infrastructure/log.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createBookReader, type ReadOptions } from './read-books.ts';
import {
  type BookReading,
  type FileToRead,
  isBackup,
  type ReadingError,
  type ReadSettings,
  wasRead,
} from './reading.ts';

export type { BookReading, EmbeddedMetadata, FileToRead, ReadingError, ReadOptions, ReadSettings };
export { isBackup, wasRead };

interface Dependencies {
  pools: { interactive: WorkerPool; background: WorkerPool };
  /** Maximum time per file in milliseconds. */
  timeoutMs(): number;
  log: Log;
}

export class Reading {
  readonly #deps: Dependencies;
  readonly #background;
  readonly #interactive;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#background = createBookReader({
      pool: deps.pools.background,
      timeoutMs: deps.timeoutMs,
      log: deps.log,
    });
    this.#interactive = createBookReader({
      pool: deps.pools.interactive,
      timeoutMs: deps.timeoutMs,
      log: deps.log,
    });
  }

  /** Reads files in the background. Resolves after each has its result. */
  readBooks(files: readonly FileToRead[], options: ReadOptions): Promise<void> {
    return this.#background.readBooks(files, options);
  }

  /** Reads one book for a request; undefined if its file is missing or keeps changing. */
  async readNow({ root, relativePath }: BookFile): Promise<BookReading | undefined> {
    let reading: BookReading | undefined;
    await this.#interactive.readBooks([{ root, relativePath }], {
      settings: { hashing: 'fingerprint' },
      signal: AbortSignal.timeout(2 * this.#deps.timeoutMs()),
      onResult(_, result) {
        if (wasRead(result)) reading = result;
      },
    });
    return reading;
  }
}
