// Reads many files in worker processes. A file that crashes its process, hangs or exceeds the memory limit only affects
// that process: the file gets an error, and the other files of its batch are read again.
import type { Log } from '#infrastructure/log.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { WorkerLost } from '#infrastructure/workers/protocol.ts';
import type { readingJobs } from './jobs.ts';
import { type FileToRead, type ReadResult, type ReadSettings, toUnread } from './reading.ts';

/** Files per message: small enough to repeat after a crash, large enough to keep the overhead low. */
const batchSize = 64;
const callJob = callerOf<typeof readingJobs>();

export interface ReadOptions {
  settings: ReadSettings;
  signal: AbortSignal;
  onResult(index: number, result: ReadResult): void;
}

interface Dependencies {
  pool: WorkerPool;
  /** Maximum time per file in milliseconds. */
  timeoutMs(): number;
  log: Log;
}

export function createBookReader({ pool, timeoutMs, log }: Dependencies) {
  /** Sends a batch. Files that were not processed before a crash are sent again. */
  async function readBatch(batch: readonly Numbered[], options: ReadOptions): Promise<void> {
    const open = new Map(batch.map((item) => [item.index, item]));
    try {
      await callJob(pool, 'reading.read', {
        input: { files: batch.map((item) => item.file), settings: options.settings },
        timeoutMs: timeoutMs(),
        roots: batch.map((item) => item.file.root),
        signal: options.signal,
        // After a restart, files that already have a result are skipped.
        onRestart() {},
        onPartial(part) {
          for (const [at, result] of part) {
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

  /** Sends files one by one to find the one that crashes its process. */
  async function reread(rest: readonly Numbered[], error: WorkerLost, options: ReadOptions): Promise<void> {
    const [only] = rest;
    if (only && rest.length === 1) {
      log.warn({ reason: error.reason }, 'worker process crashed while reading a file');
      options.onResult(
        only.index,
        toUnread({ kind: 'parser', message: error.message, reason: error.reason }),
      );
      return;
    }
    for (const item of rest) await readBatch([item], options);
  }

  return {
    /** Resolves after every file has a result. Throws the abort reason. */
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
