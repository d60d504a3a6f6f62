// Moves written pages from SQLite's log to the database file in the background thread. SQLite itself would do it in the
// commit that exceeds a thousand pages, while every request waits for the disk (https://www.sqlite.org/wal.html, 2.1
// and 3.2). The first commit after a complete move also waits for the disk, so that moves are rare during a scan.
import type SqliteDatabase from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import type { ReaderThread } from '../dialect.ts';

/** Minimum number of pages to move. About 32 MB. */
const defaultPages = 8_000;
/** Number of pages after which a commit moves them itself, because the thread may be busy or gone. About 128 MB. */
const maxPages = 32_000;
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

export class Checkpoints {
  readonly #deps: Dependencies;
  readonly #pauseMs: number;
  readonly #pages: number;
  #due: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: Dependencies, options: { pages?: number; pauseMs?: number } = {}) {
    this.#deps = deps;
    this.#pauseMs = options.pauseMs ?? defaultMs;
    this.#pages = options.pages ?? defaultPages;
    deps.writer.pragma(`wal_autocheckpoint = ${maxPages}`);
  }

  /** Call this after each write. */
  onWritten(): void {
    if (this.#isStopped) return;
    // A full or failing disk is reported by the next write.
    this.#due ??= setTimeout(() => void this.#look().catch(() => {}), this.#pauseMs).unref();
  }

  /** Call this before the connections are closed. They are not used afterwards. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#due);
  }

  async #look(): Promise<void> {
    this.#due = undefined;
    // Counts the pages without moving any.
    const log = this.#deps.reader.prepare<[], LogPages>('pragma wal_checkpoint(NOOP)').get();
    if (!log || log.log - log.checkpointed < this.#pages) return;
    await this.#deps.backgroundReader.rows(CompiledQuery.raw('pragma wal_checkpoint(PASSIVE)'));
  }
}
