// Long queries of the embedded database, answered in a thread of their own: in the server's thread nobody else would be
// served meanwhile. It starts with the first of them and ends a minute after the last.
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { Apart } from './dialect.ts';

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
 * before they were asked is in it. Throws what SQLite says, or that the thread has ended.
 */
export interface ReadingThread extends Apart {
  /** Waits for the query that runs. */
  close(): Promise<void>;
}

interface Running {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<Answer>>;
}

const entry = new URL('./reading-thread-entry.ts', import.meta.url);

export function createReadingThread(file: string, { idleMs = 60_000 } = {}): ReadingThread {
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
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      if (waiting.size === 0) idle = setTimeout(stop, idleMs).unref();
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread for long queries has ended')));
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = thread;
    thread = undefined;
    await stopped?.worker.terminate();
  }

  async function ask({ sql, parameters }: CompiledQuery, isOfNumbers: boolean): Promise<Answer> {
    clearTimeout(idle);
    thread ??= start();
    const asked = Promise.withResolvers<Answer>();
    const id = ++lastId;
    thread.waiting.set(id, asked);
    thread.worker.postMessage({ id, sql, parameters, isOfNumbers } satisfies Question);
    const answer = await asked.promise;
    if (!('failure' in answer)) return answer;
    const { message, code } = answer.failure;
    throw Object.assign(new Error(message), { code });
  }

  return {
    rows: async <R>(query: CompiledQuery<R>) => toRows<R>(await ask(query, false)),
    async numbers(query) {
      const answer = await ask(query, true);
      return 'numbers' in answer ? answer.numbers : new Uint32Array();
    },
    close: stop,
  };
}

function toRows<R>(answer: Answer): R[] {
  if (!('values' in answer)) return [];
  const { columns, values } = answer;
  return Array.from({ length: values.length / columns.length }, (_, row) =>
    Object.fromEntries(columns.map((name, column) => [name, values[row * columns.length + column]])),
  ) as R[];
}
