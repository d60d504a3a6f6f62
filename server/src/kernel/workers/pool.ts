// A few worker processes that share a queue. Processes are made when there is work, replaced when they die, and
// ended when they have had nothing to do for a while, which gives all their memory back.
import { type JobRequest, startWorker, type Worker, type WorkerOptions } from './worker.ts';

export interface PoolOptions extends WorkerOptions {
  /** Processes at most. */
  size: number;
  idleMs: number;
  /** A process is gone, and with it whatever these affinities had open there. */
  onLost?(affinities: readonly string[]): void;
}

export interface PoolRequest extends JobRequest {
  /** Jobs of one name go to the same process while it lives: what it has open is there. */
  affinity?: string;
  signal?: AbortSignal;
  /** Goes before jobs of lower urgency; 0 unless said. */
  urgency?: number;
}

export interface WorkerPool {
  /** Forgets where an affinity lives; its next job goes anywhere. */
  release(affinity: string): void;
  /** Runs a job. Throws JobError for what the job reported, WorkerLost when its process died, or the abort reason. */
  run(request: PoolRequest): Promise<unknown>;
  /** Jobs that wait. */
  readonly waiting: number;
  close(): Promise<void>;
}

interface Waiting {
  request: PoolRequest;
  start(slot: Slot): void;
}

interface Slot {
  worker: Worker;
  /** Reserved by a job that is about to start. */
  busy: boolean;
  idleTimer?: NodeJS.Timeout | undefined;
}

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const slots = new Set<Slot>();
  const homes = new Map<string, Slot>();
  const queue: Waiting[] = [];
  let closed = false;

  function addSlot(): Slot {
    const slot: Slot = { worker: startWorker(options), busy: false };
    slots.add(slot);
    void slot.worker.exited.then(() => {
      slots.delete(slot);
      clearTimeout(slot.idleTimer);
      const lost = [...homes].filter(([, home]) => home === slot).map(([name]) => name);
      for (const name of lost) homes.delete(name);
      if (lost.length > 0) options.onLost?.(lost);
      dispatch();
    });
    return slot;
  }

  /** The process for a job: the one it belongs to, a free one, a new one; undefined when it has to wait. */
  function findSlot({ affinity }: PoolRequest): Slot | undefined {
    const home = affinity === undefined ? undefined : homes.get(affinity);
    if (home?.worker.isAlive) return home.busy ? undefined : home;
    for (const slot of slots) if (!slot.busy && slot.worker.isAlive) return slot;
    return slots.size < options.size ? addSlot() : undefined;
  }

  function dispatch(): void {
    for (let i = 0; i < queue.length && !closed; ) {
      const next = queue[i];
      const slot = next && findSlot(next.request);
      if (next && slot) {
        queue.splice(i, 1);
        next.start(slot);
      } else i++;
    }
  }

  async function perform(slot: Slot, request: PoolRequest): Promise<unknown> {
    const stop = () => slot.worker.end('closed');
    request.signal?.addEventListener('abort', stop, { once: true });
    try {
      return await slot.worker.run(request);
    } catch (error) {
      throw request.signal?.aborted ? request.signal.reason : error;
    } finally {
      request.signal?.removeEventListener('abort', stop);
      slot.busy = false;
      if (slot.worker.isAlive) rest(slot);
      dispatch();
    }
  }

  function rest(slot: Slot): void {
    clearTimeout(slot.idleTimer);
    slot.idleTimer = setTimeout(() => !slot.busy && slot.worker.end(), options.idleMs).unref();
  }

  return {
    get waiting() {
      return queue.length;
    },
    run: (request) =>
      new Promise((resolve, reject) => {
        const { signal } = request;
        if (closed) return reject(new Error('The worker pool is closed'));
        if (signal?.aborted) return reject(signal.reason);
        const giveUp = () => {
          const at = queue.indexOf(entry);
          if (at >= 0) queue.splice(at, 1);
          reject(signal?.reason);
        };
        const entry: Waiting = {
          request,
          start(slot) {
            // A scan's signal outlives thousands of jobs: none may hang on to it.
            signal?.removeEventListener('abort', giveUp);
            slot.busy = true;
            clearTimeout(slot.idleTimer);
            if (request.affinity !== undefined) homes.set(request.affinity, slot);
            resolve(perform(slot, request));
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        insertByUrgency(queue, entry);
        dispatch();
      }),
    release: (affinity) => void homes.delete(affinity),
    async close() {
      closed = true;
      const all = [...slots];
      for (const { worker } of all) worker.end('closed');
      await Promise.all(all.map(({ worker }) => worker.exited));
    },
  };
}

function insertByUrgency(queue: Waiting[], entry: Waiting): void {
  const urgency = entry.request.urgency ?? 0;
  const at = queue.findIndex((other) => (other.request.urgency ?? 0) < urgency);
  queue.splice(at < 0 ? queue.length : at, 0, entry);
}
