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

const entry = toEntry('features/identity/password-schemes/bcrypt-thread-entry.ts');
const idleMs = 60_000;

interface Running {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<boolean>>;
}

export class BcryptThread {
  #thread: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #stop = (): void => {
    const stopped = this.#thread;
    this.#thread = undefined;
    stopped?.worker.terminate();
  };

  /** Throws if the thread has ended. */
  verify(hash: string, password: string): Promise<boolean> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const question: Question = { id: ++this.#lastId, hash, password };
    const pending = Promise.withResolvers<boolean>();
    this.#thread.waiting.set(question.id, pending);
    this.#thread.worker.postMessage(question);
    return pending.promise;
  }

  #end(running: Running, error: Error): void {
    if (this.#thread === running) this.#thread = undefined;
    for (const { reject } of running.waiting.values()) reject(error);
    running.waiting.clear();
  }

  #start(): Running {
    const worker = new Worker(entry, { execArgv: [] });
    const running: Running = { worker, waiting: new Map() };
    // A pending check keeps the process alive, the idle thread does not.
    worker.unref();
    worker.on('message', ({ id, fits }: Answer) => {
      running.waiting.get(id)?.resolve(fits);
      running.waiting.delete(id);
      if (running.waiting.size === 0) this.#idle = setTimeout(this.#stop, idleMs).unref();
    });
    worker.on('error', (error) => this.#end(running, error));
    worker.on('exit', () => this.#end(running, new Error('The bcrypt thread has ended')));
    return running;
  }
}
