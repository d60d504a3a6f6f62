// Moves written pages from SQLite's log to the database file in the background thread. SQLite itself would do it in the
// commit that exceeds a thousand pages, while every request waits for the disk (https://www.sqlite.org/wal.html, 2.1
// and 3.2).
import type SqliteDatabase from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import type { ReaderThread } from '../dialect.ts';

/** Minimum number of pages to move. */
const defaultPages = 500;
/** Number of pages after which a commit moves them itself, because the thread may be busy or gone. About 16 MB. */
const maxPages = 4_000;
const defaultMs = 500;

interface Dependencies {
  writer: SqliteDatabase.Database;
  /** Must not be in a transaction when it is used. */
  reader: SqliteDatabase.Database;
  backgroundReader: ReaderThread;
}

/** Number of pages in the log, and of those already in the database file. */
interface LogPages {
  log: number;
  checkpointed: number;
}

export interface Checkpoints {
  /** Call this after each write. */
  onWritten(): void;
  /** Call this before the connections are closed. They are not used afterwards. */
  stop(): void;
}

export function createCheckpoints(
  { writer, reader, backgroundReader }: Dependencies,
  { pages = defaultPages, pauseMs = defaultMs } = {},
): Checkpoints {
  let due: NodeJS.Timeout | undefined;
  let isStopped = false;
  writer.pragma(`wal_autocheckpoint = ${maxPages}`);

  async function look(): Promise<void> {
    due = undefined;
    // Counts the pages without moving any.
    const log = reader.prepare<[], LogPages>('pragma wal_checkpoint(NOOP)').get();
    if (!log || log.log - log.checkpointed < pages) return;
    await backgroundReader.rows(CompiledQuery.raw('pragma wal_checkpoint(PASSIVE)'));
  }

  return {
    onWritten() {
      if (isStopped) return;
      // A full or failing disk is reported by the next write.
      due ??= setTimeout(() => void look().catch(() => {}), pauseMs).unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(due);
    },
  };
}
