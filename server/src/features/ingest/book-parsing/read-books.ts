// Reads many files through worker processes. A file that crashes, hangs or bloats its reader costs that reader
// only: it is recorded as the file's fault, and the others of its batch are read again.
import type { Log } from '#infrastructure/log.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { WorkerLost } from '#infrastructure/workers/protocol.ts';
import { type FileToRead, type ReadResult, type ReadSettings, toUnread } from './reading.ts';

/** Files of one message: few enough to lose, enough that messages cost nothing. */
const batchSize = 64;

export interface ReadOptions {
  settings: ReadSettings;
  signal: AbortSignal;
  onResult(index: number, result: ReadResult): void;
}

interface Dependencies {
  pool: WorkerPool;
  /** Milliseconds that one file may take. */
  timeoutMs(): number;
  log: Log;
}

export function createBookReader({ pool, timeoutMs, log }: Dependencies) {
  /** Sends some files; resolves with those whose reader was lost before it came to them. */
  async function readBatch(batch: readonly Numbered[], options: ReadOptions): Promise<void> {
    const open = new Map(batch.map((item) => [item.index, item]));
    try {
      await pool.run({
        name: 'reading.read',
        input: { files: batch.map((item) => item.file), settings: options.settings },
        timeoutMs: timeoutMs(),
        roots: batch.map((item) => item.file.root),
        signal: options.signal,
        // Files that had their result are passed over when it comes again.
        onRestart() {},
        onPartial(value) {
          for (const [at, result] of value as [number, ReadResult][]) {
            const item = batch[at];
            if (item && open.delete(item.index)) options.onResult(item.index, result);
          }
        },
      });
    } catch (error) {
      if (!(error instanceof WorkerLost) || error.reason === 'closed') throw error;
      await reread([...open.values()], error, options);
    }
  }

  /** Alone, a file that loses its reader is found out. */
  async function reread(rest: readonly Numbered[], error: WorkerLost, options: ReadOptions): Promise<void> {
    const [only] = rest;
    if (only && rest.length === 1) {
      log.warn({ reason: error.reason }, 'a file cost its reader');
      options.onResult(
        only.index,
        toUnread({ kind: 'parser', message: error.message, reason: error.reason }),
      );
      return;
    }
    for (const item of rest) await readBatch([item], options);
  }

  return {
    /** Resolves when every file has had its result. Throws the abort reason when told to stop. */
    async readBooks(files: readonly FileToRead[], options: ReadOptions): Promise<void> {
      const numbered = files.map((file, index) => ({ file, index }));
      const batches: Promise<void>[] = [];
      for (let i = 0; i < numbered.length; i += batchSize)
        batches.push(readBatch(numbered.slice(i, i + batchSize), options));
      await Promise.all(batches);
    },
  };
}

interface Numbered {
  file: FileToRead;
  index: number;
}
