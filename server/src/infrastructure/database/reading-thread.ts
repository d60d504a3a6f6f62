// Long queries of the embedded database, answered in a thread of their own: in the server's thread nobody else would be
// served meanwhile. It starts with the first of them and ends a minute after the last.
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { ReaderThread } from './dialect.ts';
import { maxStatementMs, tookTooLong } from './time-limit.ts';

export interface Question {
  id: number;
  sql: string;
  parameters: readonly unknown[];
  /** All values are numbers from 0 to 2^32 - 1. */
  isOfNumbers: boolean;
}

export type Answer =
  | { id: number; columns: readonly string[]; values: readonly unknown[] }
  | { id: number; numbers: Uint32Array<ArrayBuffer> }
  | { id: number; failure: { message: string; code: string | undefined } };

/**
 * Answers queries that only read, by the state of the database when their turn comes: everything that was committed
 * before they were asked is in it. Throws what SQLite says, that the thread has ended, or `unavailable` for a query that
 * took longer than `limitMs`: SQLite cannot be told to stop from outside, so its thread is left to end by itself, and
 * whoever waited behind it is answered by another one.
 */
export interface ReadingThread extends ReaderThread {
  /** Waits for the query that runs. */
  close(): Promise<void>;
}

interface PendingQuery extends PromiseWithResolvers<Answer> {
  question: Question;
}

interface Running {
  worker: Worker;
  /** In the order of their turns: the thread is at the first. */
  waiting: Map<number, PendingQuery>;
  /** Runs out when the first has taken too long. */
  limit?: NodeJS.Timeout | undefined;
}

/** Threads that were given up and are still at their query: each takes a core until SQLite comes to its end. */
const mostGivenUp = 2;

const entry = new URL('./reading-thread-entry.ts', import.meta.url);

export function createReadingThread(
  file: string,
  { idleMs = 60_000, limitMs = maxStatementMs } = {},
): ReadingThread {
  const givenUp = new Set<Promise<unknown>>();
  let thread: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Running {
    const started: Running = {
      worker: new Worker(entry, { workerData: { file }, execArgv: [] }),
      waiting: new Map(),
    };
    const { worker, waiting } = started;
    // Whoever asks holds the process, not the thread.
    worker.unref();
    const end = (error: Error) => {
      if (thread === started) thread = undefined;
      clearTimeout(started.limit);
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      watch(started);
      if (waiting.size === 0 && thread === started) idle = setTimeout(stop, idleMs).unref();
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread for long queries has ended')));
    return started;
  }

  function watch(running: Running): void {
    clearTimeout(running.limit);
    if (running.waiting.size === 0 || limitMs === Infinity) return;
    running.limit = setTimeout(() => giveUp(running), limitMs).unref();
  }

  function giveUp(running: Running): void {
    const [tooLong, ...behind] = running.waiting.values();
    running.waiting.clear();
    if (thread === running) thread = undefined;
    const ending = running.worker.terminate().finally(() => givenUp.delete(ending));
    givenUp.add(ending);
    tooLong?.reject(tookTooLong());
    for (const pending of behind) post(pending);
  }

  function post(pending: PendingQuery): void {
    if (!thread && givenUp.size >= mostGivenUp) {
      pending.reject(tookTooLong());
      return;
    }
    thread ??= start();
    thread.waiting.set(pending.question.id, pending);
    thread.worker.postMessage(pending.question);
    if (thread.waiting.size === 1) watch(thread);
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = thread;
    thread = undefined;
    await stopped?.worker.terminate();
  }

  async function runQuery({ sql, parameters }: CompiledQuery, isOfNumbers: boolean): Promise<Answer> {
    clearTimeout(idle);
    const question = { id: ++lastId, sql, parameters, isOfNumbers };
    const pending = { ...Promise.withResolvers<Answer>(), question };
    post(pending);
    const answer = await pending.promise;
    if (!('failure' in answer)) return answer;
    const { message, code } = answer.failure;
    throw Object.assign(new Error(message), { code });
  }

  return {
    rows: async <R>(query: CompiledQuery<R>) => toRows<R>(await runQuery(query, false)),
    async numbers(query) {
      const answer = await runQuery(query, true);
      return 'numbers' in answer ? answer.numbers : new Uint32Array();
    },
    async close() {
      await Promise.all([stop(), ...givenUp]);
    },
  };
}

function toRows<R>(answer: Answer): R[] {
  if (!('values' in answer)) return [];
  const { columns, values } = answer;
  return Array.from({ length: values.length / columns.length }, (_, row) =>
    Object.fromEntries(columns.map((name, column) => [name, values[row * columns.length + column]])),
  ) as R[];
}
