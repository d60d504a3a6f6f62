// A few worker processes that share a queue. Processes are made when there is work, replaced when they die, and
// ended when they have had nothing to do for a while, which gives all their memory back.
import type { Places } from '#infrastructure/confinement/confinement.ts';
import type { BudgetMember, MemoryBudget } from './memory-budget.ts';
import { readProcessMemory } from './process-memory.ts';
import { WorkerLost } from './protocol.ts';
import { createRoots, type Root } from './roots.ts';
import { type JobRequest, startWorker, type Worker, type WorkerOptions } from './worker.ts';

export interface PoolOptions extends Omit<WorkerOptions, 'places'> {
  /** Processes at most. */
  size: number;
  /** Shared with other pools. */
  budget: MemoryBudget;
  /** Jobs may be begun anew in another process when memory is short. */
  isPreemptible?: boolean;
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
  /**
   * Folders that the job reads; none where it gets all that it needs. A confined process may read those that jobs have
   * asked for lately, and no others.
   */
  roots: readonly string[];
  /** Called before the job begins anew, having made room for others: forgets what its parts brought. */
  onRestart?(): void;
  /** The job gets a process of its own, which may use these places and no others. */
  alone?: Places;
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
  /** What it held when it had to make room, in MiB. */
  neededMb: number;
  /** What its folders are now. */
  roots: readonly Root[];
  start(slot: Slot): void;
}

interface Slot {
  worker: Worker;
  /** Reserved by a job that is about to start. */
  busy: boolean;
  idleTimer?: NodeJS.Timeout | undefined;
  /** Folders that it may read, with what they were when it began; undefined for all. */
  roots: ReadonlyMap<string, string> | undefined;
  /** For one job. */
  isAlone: boolean;
  /** When the job began that it does, if that can begin anew. */
  restartableSince: number | undefined;
  /** What it held when it had to make room, in MiB. */
  heldMb: number;
  member: BudgetMember;
}

/** What a process that has just begun holds by itself, in MiB. */
const startMb = 64;
let begun = 0;

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const slots = new Set<Slot>();
  const homes = new Map<string, Slot>();
  const queue: Waiting[] = [];
  const known = createRoots();
  let closed = false;

  function addSlot({ request, roots }: Waiting): Slot {
    const { alone } = request;
    const all = alone ? [] : [...known.list(), ...roots];
    const places = alone ?? { reads: all.map(({ path }) => path), writes: [] };
    const worker = startWorker({ ...options, places });
    const slot: Slot = {
      worker,
      busy: false,
      restartableSince: undefined,
      heldMb: 0,
      member: {
        readMemory: () => readProcessMemory(worker.pid),
        get isBusy() {
          return slot.busy;
        },
        get restartableSince() {
          return slot.restartableSince;
        },
        giveWay() {
          slot.heldMb = readProcessMemory(worker.pid).privateMb;
          worker.end('preempted');
        },
        exited: worker.exited,
      },
      roots: options.confinement.isOn
        ? new Map(all.map(({ path, identity }) => [path, identity]))
        : undefined,
      isAlone: alone !== undefined,
    };
    slots.add(slot);
    options.budget.add(slot.member);
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
  function findSlot(waiting: Waiting): Slot | undefined {
    const { affinity, alone } = waiting.request;
    const home = affinity === undefined ? undefined : homes.get(affinity);
    if (home?.worker.isAlive && mayRead(home, waiting)) return home.busy ? undefined : home;
    const free = [...slots].filter((slot) => !slot.busy && slot.worker.isAlive);
    const fitting = alone ? undefined : free.find((slot) => mayRead(slot, waiting));
    if (fitting) return mayGrow(fitting, waiting) ? fitting : undefined;
    if (slots.size < options.size) return mayStart(waiting) ? addSlot(waiting) : undefined;
    const [replaced] = free;
    if (!replaced) return undefined;
    // It may not read what is asked for now, and could not be given the right.
    slots.delete(replaced);
    replaced.worker.end();
    return addSlot(waiting);
  }

  /** A job that had to make room waits until what it held then fits. */
  const mayGrow = ({ member }: Slot, { neededMb }: Waiting): boolean =>
    neededMb === 0 || options.budget.freeUp(neededMb, member);

  /** People who wait get one process in any case; the background makes room for it. */
  const mayStart = ({ neededMb }: Waiting): boolean =>
    options.budget.freeUp(Math.max(startMb, neededMb)) || (!options.isPreemptible && slots.size === 0);

  function dispatch(): void {
    for (let i = 0; i < queue.length && !closed; ) {
      const next = queue[i];
      const slot = next && findSlot(next);
      if (next && slot) {
        queue.splice(i, 1);
        next.start(slot);
      } else i++;
    }
  }

  const canRestart = ({ affinity, alone, onPartial, onRestart }: PoolRequest): boolean =>
    options.isPreemptible === true && affinity === undefined && !alone && (!onPartial || !!onRestart);

  async function perform(slot: Slot, { request, roots }: Waiting): Promise<unknown> {
    slot.restartableSince = canRestart(request) ? ++begun : undefined;
    const stop = () => slot.worker.end('closed');
    request.signal?.addEventListener('abort', stop, { once: true });
    try {
      return await slot.worker.run(request);
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      if (!(error instanceof WorkerLost) || error.reason !== 'preempted') throw error;
      request.onRestart?.();
      return enqueue(request, roots, slot.heldMb);
    } finally {
      request.signal?.removeEventListener('abort', stop);
      slot.busy = false;
      slot.restartableSince = undefined;
      if (slot.isAlone) slot.worker.end();
      else if (slot.worker.isAlive) rest(slot);
      dispatch();
    }
  }

  function rest(slot: Slot): void {
    clearTimeout(slot.idleTimer);
    slot.idleTimer = setTimeout(() => !slot.busy && slot.worker.end(), options.idleMs).unref();
  }

  function enqueue(request: PoolRequest, roots: readonly Root[], neededMb = 0): Promise<unknown> {
    return new Promise((resolve, reject) => {
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
        roots,
        neededMb,
        start(slot) {
          // A scan's signal outlives thousands of jobs: none may hang on to it.
          signal?.removeEventListener('abort', giveUp);
          slot.busy = true;
          clearTimeout(slot.idleTimer);
          if (request.affinity !== undefined) homes.set(request.affinity, slot);
          resolve(perform(slot, entry));
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      insertByUrgency(queue, entry);
      dispatch();
    });
  }

  options.budget.onFreed(dispatch);
  return {
    get waiting() {
      return queue.length;
    },
    run: (request) => {
      const { roots } = request;
      if (roots.length === 0 || !options.confinement.isOn) return enqueue(request, []);
      return known.look(roots).then((looked) => enqueue(request, looked));
    },
    release: (affinity) => void homes.delete(affinity),
    async close() {
      closed = true;
      const all = [...slots];
      for (const { worker } of all) worker.end('closed');
      await Promise.all(all.map(({ worker }) => worker.exited));
    },
  };
}

const mayRead = (slot: Slot, { roots }: Waiting): boolean =>
  !slot.isAlone && roots.every(({ path, identity }) => !slot.roots || slot.roots.get(path) === identity);

function insertByUrgency(queue: Waiting[], entry: Waiting): void {
  const urgency = entry.request.urgency ?? 0;
  const at = queue.findIndex((other) => (other.request.urgency ?? 0) < urgency);
  queue.splice(at < 0 ? queue.length : at, 0, entry);
}
