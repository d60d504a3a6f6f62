// Runs long queries of the SQLite database in a separate thread, because they would block the server's thread. It
// starts with the first query and ends a minute after the last.
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { toEntry } from '#infrastructure/program-files.ts';
import type { ReaderThread } from '../dialect.ts';
import { maxStatementMs, tookTooLong } from '../time-limit.ts';

export interface Question {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

/** A flat list of values, row by row. */
interface Rows {
  columns: readonly string[];
  values: readonly unknown[];
}

export type Answer =
  | ({ id: number } & Rows)
  | { id: number; failure: { message: string; code: string | undefined } };

/**
 * Runs read-only queries on the state of the database when their turn comes, which includes everything committed before
 * they were requested. Throws SQLite's error, an error that the thread has ended, or `unavailable` for a query that
 * took longer than `limitMs`. SQLite cannot be interrupted from outside, so the thread of such a query is abandoned,
 * and the queries waiting behind it run in another one.
 */
export interface ReadingThread extends ReaderThread {
  /** Waits for the running query. */
  close(): Promise<void>;
}

interface PendingQuery extends PromiseWithResolvers<Answer> {
  question: Question;
}

interface Running {
  worker: Worker;
  /** Resolves when its connection is open or the thread has ended. */
  isStarted: Promise<void>;
  /** Queries in order. The first one is running. */
  waiting: Map<number, PendingQuery>;
  /** Expires if the first query takes too long. */
  limit?: NodeJS.Timeout | undefined;
}

/** Maximum number of abandoned threads that still run a query. Each uses a core until SQLite finishes. */
const maxGivenUp = 2;

const entry = toEntry('infrastructure/database/sqlite/reading-thread-entry.ts');

interface Options {
  /** An idle thread ends after this time. */
  idleMs?: number;
  limitMs?: number;
}

export const createReadingThread = (file: string, options?: Options): ReadingThread =>
  new SqliteReadingThread(file, options);

class SqliteReadingThread implements ReadingThread {
  readonly #file: string;
  readonly #idleMs: number;
  readonly #limitMs: number;
  readonly #givenUp = new Set<Promise<unknown>>();
  #thread: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(file: string, { idleMs = 60_000, limitMs = maxStatementMs }: Options = {}) {
    this.#file = file;
    this.#idleMs = idleMs;
    this.#limitMs = limitMs;
  }

  async rows<R>({ sql, parameters }: CompiledQuery<R>): Promise<R[]> {
    clearTimeout(this.#idle);
    const question = { id: ++this.#lastId, sql, parameters };
    const pending = { ...Promise.withResolvers<Answer>(), question };
    this.#send(pending);
    const answer = await pending.promise;
    if (!('failure' in answer)) return toRows<R>(answer);
    const { message, code } = answer.failure;
    throw Object.assign(new Error(message), { code });
  }

  async close(): Promise<void> {
    await Promise.all([this.#stop(), ...this.#givenUp]);
  }

  #start(): Running {
    const worker = new Worker(entry, { workerData: { file: this.#file }, execArgv: [] });
    const opening = Promise.withResolvers<void>();
    const running: Running = { worker, isStarted: opening.promise, waiting: new Map() };
    // A pending query keeps the process alive, the thread does not.
    worker.unref();
    // The first message reports that the connection is open.
    worker.once('message', () => {
      opening.resolve();
      worker.on('message', (answer: Answer) => this.#receive(running, answer));
    });
    worker.on('error', (error) => this.#end(running, error));
    worker.on('exit', () => {
      opening.resolve();
      this.#end(running, new Error('The thread for long queries has ended'));
    });
    return running;
  }

  #receive(running: Running, answer: Answer): void {
    const { waiting } = running;
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
    this.#watch(running);
    if (waiting.size === 0 && this.#thread === running)
      this.#idle = setTimeout(() => this.#stop(), this.#idleMs).unref();
  }

  #end(running: Running, error: Error): void {
    if (this.#thread === running) this.#thread = undefined;
    clearTimeout(running.limit);
    for (const { reject } of running.waiting.values()) reject(error);
    running.waiting.clear();
  }

  #watch(running: Running): void {
    clearTimeout(running.limit);
    if (running.waiting.size === 0 || this.#limitMs === Infinity) return;
    running.limit = setTimeout(() => this.#giveUp(running), this.#limitMs).unref();
  }

  #giveUp(running: Running): void {
    const [tooLong, ...behind] = running.waiting.values();
    running.waiting.clear();
    if (this.#thread === running) this.#thread = undefined;
    const ending = terminate(running).finally(() => this.#givenUp.delete(ending));
    this.#givenUp.add(ending);
    tooLong?.reject(tookTooLong());
    for (const pending of behind) this.#send(pending);
  }

  #send(pending: PendingQuery): void {
    if (!this.#thread && this.#givenUp.size >= maxGivenUp) {
      pending.reject(tookTooLong());
      return;
    }
    this.#thread ??= this.#start();
    const { waiting, worker } = this.#thread;
    waiting.set(pending.question.id, pending);
    worker.postMessage(pending.question);
    if (waiting.size === 1) this.#watch(this.#thread);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const stopped = this.#thread;
    this.#thread = undefined;
    if (stopped) await terminate(stopped);
  }
}

/**
 * Waits for the start, because Node.js aborts the process if a thread is terminated while it loads the database addon.
 */
async function terminate({ worker, isStarted }: Running): Promise<void> {
  worker.ref();
  await isStarted;
  await worker.terminate();
}

function toRows<R>({ columns, values }: Rows): R[] {
  return Array.from({ length: values.length / columns.length }, (_, row) =>
    Object.fromEntries(columns.map((name, column) => [name, values[row * columns.length + column]])),
  ) as R[];
}
