// Runs bcrypt in a separate thread, because a check takes a twentieth of a second of JavaScript and would block the
// server's event loop. The thread starts with the first check and ends a minute after the last.
import { Worker } from 'node:worker_threads';
import { toEntry } from '#infrastructure/program-files.ts';

export interface Question {
  id: number;
  hash: string;
  password: string;
}

export interface Answer {
  id: number;
  fits: boolean;
}

interface BcryptThread {
  /** Throws if the thread has ended. */
  verify(hash: string, password: string): Promise<boolean>;
}

const entry = toEntry('features/identity/password-schemes/bcrypt-thread-entry.ts');
const idleMs = 60_000;

interface Running {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<boolean>>;
}

export function createBcryptThread(): BcryptThread {
  let thread: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function end(running: Running, error: Error): void {
    if (thread === running) thread = undefined;
    for (const { reject } of running.waiting.values()) reject(error);
    running.waiting.clear();
  }

  function start(): Running {
    const worker = new Worker(entry, { execArgv: [] });
    const running: Running = { worker, waiting: new Map() };
    // A pending check keeps the process alive, the idle thread does not.
    worker.unref();
    worker.on('message', ({ id, fits }: Answer) => {
      running.waiting.get(id)?.resolve(fits);
      running.waiting.delete(id);
      if (running.waiting.size === 0) idle = setTimeout(stop, idleMs).unref();
    });
    worker.on('error', (error) => end(running, error));
    worker.on('exit', () => end(running, new Error('The bcrypt thread has ended')));
    return running;
  }

  function stop(): void {
    const stopped = thread;
    thread = undefined;
    stopped?.worker.terminate();
  }

  return {
    verify(hash, password) {
      clearTimeout(idle);
      thread ??= start();
      const question: Question = { id: ++lastId, hash, password };
      const pending = Promise.withResolvers<boolean>();
      thread.waiting.set(question.id, pending);
      thread.worker.postMessage(question);
      return pending.promise;
    },
  };
}
