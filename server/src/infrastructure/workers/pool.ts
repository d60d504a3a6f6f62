// A few worker processes that share a queue. Processes are started for waiting jobs, replaced when they die, and ended
// after an idle time, which frees all their memory.
import type { AllowedPaths } from '#infrastructure/confinement/confinement.ts';
import type { BudgetMember, MemoryBudget } from './memory-budget.ts';
import { type ProcessMemory, readProcessMemory } from './process-memory.ts';
import { WorkerLost } from './protocol.ts';
import { type Root, Roots } from './roots.ts';
import { type JobRequest, Worker, type WorkerOptions } from './worker.ts';

export interface PoolOptions extends Omit<WorkerOptions, 'allowed' | 'onStarved'> {
  /** Maximum number of processes. */
  size: number;
  /** Shared with other pools. */
  budget: MemoryBudget;
  /** Jobs may be restarted in another process if memory is short. */
  isPreemptible?: boolean;
  idleMs: number;
  /** A process has ended, and with it all files that these affinities had open. */
  onLost?(affinities: readonly string[]): void;
}

export interface PoolRequest extends JobRequest {
  /** Jobs with the same affinity run in the same process while it lives, because it has their files open. */
  affinity?: string;
  signal?: AbortSignal;
  /** Jobs of higher urgency run first. Default 0. */
  urgency?: number;
  /**
   * Folders that the job reads; empty if it only needs its input. A confined process may only read the folders of
   * recent jobs.
   */
  roots: readonly string[];
  /** Called before a preempted job restarts: discards its partial results. */
  onRestart?(): void;
  /** The job gets a separate process, which may only use these paths. */
  alone?: AllowedPaths;
}

interface Waiting {
  request: PoolRequest;
  /** Memory of the job when it was preempted, in MiB. */
  neededMb: number;
  /** Its folders with their current identities. */
  roots: readonly Root[];
  start(slot: Slot): void;
}

interface SlotOptions extends PoolOptions {
  onStarved(): void;
}

/** A process as seen by the pool and the memory budget. */
class Slot implements BudgetMember {
  readonly worker: Worker;
  /** Folders that it may read, with their identities at its start; undefined for all. */
  readonly roots: ReadonlyMap<string, string> | undefined;
  /** Used for a single job. */
  readonly isAlone: boolean;
  /** Reserved by a job that is about to start. */
  isBusy = false;
  restartableSince: number | undefined;
  /** Memory when it was preempted, in MiB. */
  heldMb = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: SlotOptions, readable: readonly Root[], alone: AllowedPaths | undefined) {
    const allowed = alone ?? { reads: readable.map(({ path }) => path), writes: [] };
    this.worker = new Worker({ ...options, allowed });
    this.roots = options.confinement.isOn
      ? new Map(readable.map(({ path, identity }) => [path, identity]))
      : undefined;
    this.isAlone = alone !== undefined;
  }

  get exited(): Promise<void> {
    return this.worker.exited;
  }

  readMemory(): ProcessMemory {
    return readProcessMemory(this.worker.pid);
  }

  preempt(): void {
    this.heldMb = this.readMemory().privateMb;
    this.worker.end('preempted');
  }

  mayRead({ roots }: Waiting): boolean {
    return (
      !this.isAlone && roots.every(({ path, identity }) => !this.roots || this.roots.get(path) === identity)
    );
  }

  reserve(): void {
    this.isBusy = true;
    clearTimeout(this.#idleTimer);
  }

  free(idleMs: number): void {
    this.isBusy = false;
    this.restartableSince = undefined;
    clearTimeout(this.#idleTimer);
    if (this.isAlone) this.worker.end();
    else if (this.worker.isAlive)
      this.#idleTimer = setTimeout(() => !this.isBusy && this.worker.end(), idleMs).unref();
  }
}

/** Memory of a newly started process, in MiB. */
const startMb = 64;
let begun = 0;

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #slotOf = new Map<string, Slot>();
  readonly #queue: Waiting[] = [];
  readonly #known = new Roots();
  #isClosed = false;
  /** Other programs keep the processors busy, so that idle-priority processes would not run. */
  #isStarved = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    options.budget.onFreed(() => this.#dispatch());
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs a job. Throws JobError for an error of the job, WorkerLost if its process died, or the abort reason. */
  async run(request: PoolRequest): Promise<unknown> {
    const { roots } = request;
    const isConfined = roots.length > 0 && this.#options.confinement.isOn;
    return this.#enqueue(request, isConfined ? await this.#known.identify(roots) : []);
  }

  /** Releases the process of an affinity. Its next job may run in any process. */
  release(affinity: string): void {
    this.#slotOf.delete(affinity);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#slots];
    for (const { worker } of all) worker.end('closed');
    await Promise.all(all.map(({ exited }) => exited));
  }

  #addSlot({ request: { alone }, roots }: Waiting): Slot {
    const options: SlotOptions = {
      ...this.#options,
      ...(this.#isStarved && { priority: 'low' }),
      onStarved: () => this.#replaceStarved(slot),
    };
    const slot = new Slot(options, alone ? [] : [...this.#known.list(), ...roots], alone);
    this.#slots.add(slot);
    this.#options.budget.add(slot);
    void slot.exited.then(() => {
      this.#slots.delete(slot);
      if (this.#slots.size === 0) this.#isStarved = false;
      slot.free(0);
      const lost = [...this.#slotOf].filter(([, one]) => one === slot).map(([name]) => name);
      for (const name of lost) this.#slotOf.delete(name);
      if (lost.length > 0) this.#options.onLost?.(lost);
      this.#dispatch();
    });
    return slot;
  }

  /**
   * Restarts its job in a process with a guaranteed share of the processor. A job that has started and cannot be
   * restarted continues.
   */
  #replaceStarved(slot: Slot): void {
    this.#isStarved = true;
    // Processes without a job would starve with the next one.
    for (const one of this.#slots) {
      const mayEnd =
        !one.isBusy || (one === slot && (one.restartableSince !== undefined || !one.worker.isReady));
      if (!mayEnd) continue;
      this.#slots.delete(one);
      one.worker.abandon();
    }
  }

  /** Returns the process for a job: that of its affinity, a free one, or a new one; undefined if it has to wait. */
  #findSlot(waiting: Waiting): Slot | undefined {
    const { affinity, alone } = waiting.request;
    const own = affinity === undefined ? undefined : this.#slotOf.get(affinity);
    if (own?.worker.isAlive && own.mayRead(waiting)) return own.isBusy ? undefined : own;
    const free = [...this.#slots].filter((slot) => !slot.isBusy && slot.worker.isAlive);
    const fitting = alone ? undefined : free.find((slot) => slot.mayRead(waiting));
    if (fitting) return this.#mayGrow(fitting, waiting) ? fitting : undefined;
    if (this.#slots.size < this.#options.size)
      return this.#mayStart(waiting) ? this.#addSlot(waiting) : undefined;
    const [replaced] = free;
    if (!replaced) return undefined;
    // A running process cannot be granted access to more folders.
    this.#slots.delete(replaced);
    replaced.worker.end();
    return this.#addSlot(waiting);
  }

  /** A preempted job waits until its previous memory use fits. */
  #mayGrow(slot: Slot, { neededMb }: Waiting): boolean {
    return neededMb === 0 || this.#options.budget.freeUp(neededMb, slot);
  }

  /** The interactive pool may always start one process. Background processes are preempted for it. */
  #mayStart({ neededMb }: Waiting): boolean {
    const { budget, isPreemptible } = this.#options;
    return budget.freeUp(Math.max(startMb, neededMb)) || (!isPreemptible && this.#slots.size === 0);
  }

  #dispatch(): void {
    for (let i = 0; i < this.#queue.length && !this.#isClosed; ) {
      const next = this.#queue[i];
      const slot = next && this.#findSlot(next);
      if (next && slot) {
        this.#queue.splice(i, 1);
        next.start(slot);
      } else i++;
    }
  }

  #canRestart({ affinity, alone, onPartial, onRestart }: PoolRequest): boolean {
    const isRepeatable = affinity === undefined && !alone && (!onPartial || !!onRestart);
    return this.#options.isPreemptible === true && isRepeatable;
  }

  async #perform(slot: Slot, { request, roots }: Waiting): Promise<unknown> {
    slot.restartableSince = this.#canRestart(request) ? ++begun : undefined;
    const stop = () => slot.worker.end('closed');
    request.signal?.addEventListener('abort', stop, { once: true });
    try {
      return await slot.worker.run(request);
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      if (!(error instanceof WorkerLost) || error.reason !== 'preempted') throw error;
      request.onRestart?.();
      return this.#enqueue(request, roots, slot.heldMb);
    } finally {
      request.signal?.removeEventListener('abort', stop);
      slot.free(this.#options.idleMs);
      this.#dispatch();
    }
  }

  #enqueue(request: PoolRequest, roots: readonly Root[], neededMb = 0): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal, affinity } = request;
      if (this.#isClosed) return reject(new Error('The worker pool is closed'));
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        const at = this.#queue.indexOf(entry);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        request,
        roots,
        neededMb,
        start: (slot) => {
          // The signal of a scan outlives thousands of jobs, which must not leave listeners on it.
          signal?.removeEventListener('abort', giveUp);
          slot.reserve();
          if (affinity !== undefined) this.#slotOf.set(affinity, slot);
          resolve(this.#perform(slot, entry));
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      insertByUrgency(this.#queue, entry);
      this.#dispatch();
    });
  }
}

function insertByUrgency(queue: Waiting[], entry: Waiting): void {
  const urgency = entry.request.urgency ?? 0;
  const at = queue.findIndex((other) => (other.request.urgency ?? 0) < urgency);
  queue.splice(at < 0 ? queue.length : at, 0, entry);
}
