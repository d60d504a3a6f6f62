// Moves what was written from SQLite's log into the database file, in the thread for what nobody waits for: SQLite would
// do it within the thousandth commit, while every request waits for the disk (https://www.sqlite.org/wal.html, 2.1 and 3.2).
import type SqliteDatabase from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import type { ReaderThread } from './dialect.ts';

/** Pages that are worth moving. */
const defaultPages = 500;
/** Pages after which a commit moves them itself: the thread may be busy, or end. Some 16 MB. */
const maxPages = 4_000;
const defaultMs = 500;

interface Dependencies {
  writer: SqliteDatabase.Database;
  /** Is in no transaction when it is asked. */
  reader: SqliteDatabase.Database;
  backgroundReader: ReaderThread;
}

/** Pages in the log, and how many of them are in the database file. */
interface LogPages {
  log: number;
  checkpointed: number;
}

export interface Checkpoints {
  /** To be called after each write. */
  onWritten(): void;
  /** To be called before the connections are closed: nothing is asked of them any more. */
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
    // Says how many there are and moves none.
    const log = reader.prepare<[], LogPages>('pragma wal_checkpoint(NOOP)').get();
    if (!log || log.log - log.checkpointed < pages) return;
    await backgroundReader.rows(CompiledQuery.raw('pragma wal_checkpoint(PASSIVE)'));
  }

  return {
    onWritten() {
      if (isStopped) return;
      // A disk that is full or fails tells whoever writes next.
      due ??= setTimeout(() => void look().catch(() => {}), pauseMs).unref();
    },
    stop() {
      isStopped = true;
      clearTimeout(due);
    },
  };
}
