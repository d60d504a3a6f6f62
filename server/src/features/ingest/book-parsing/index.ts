// Reads books in worker processes: many for a scan, or one for a request.

import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import type { BookFile } from '#catalog/books/files.ts';
import type { Log } from '#infrastructure/log.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createBookReader, type ReadOptions } from './read-books.ts';
import {
  type BookReading,
  type Fault,
  type FileToRead,
  isBackup,
  type ReadSettings,
  wasRead,
} from './reading.ts';

export type { BookReading, EmbeddedMetadata, Fault, FileToRead, ReadOptions, ReadSettings };
export { isBackup, wasRead };

export interface Reading {
  /** Reads files in the background. Resolves after each has its result. */
  readBooks(files: readonly FileToRead[], options: ReadOptions): Promise<void>;
  /** Reads one book for a request; undefined if its file is missing or keeps changing. */
  readNow(book: BookFile): Promise<BookReading | undefined>;
}

interface Dependencies {
  pools: { interactive: WorkerPool; background: WorkerPool };
  /** Maximum time per file in milliseconds. */
  timeoutMs(): number;
  log: Log;
}

export function createReading({ pools, timeoutMs, log }: Dependencies): Reading {
  const background = createBookReader({ pool: pools.background, timeoutMs, log });
  const interactive = createBookReader({ pool: pools.interactive, timeoutMs, log });
  return {
    readBooks: background.readBooks,
    async readNow({ root, relativePath }) {
      let reading: BookReading | undefined;
      await interactive.readBooks([{ root, relativePath }], {
        settings: { hashing: 'fingerprint' },
        signal: AbortSignal.timeout(2 * timeoutMs()),
        onResult(_, result) {
          if (wasRead(result)) reading = result;
        },
      });
      return reading;
    },
  };
}
