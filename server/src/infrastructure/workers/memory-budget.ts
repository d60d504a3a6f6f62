// Limits the total memory of all worker processes of a server. A process is started only if memory is left. If the
// running ones exceed the budget, idle ones are ended first, then the process of the newest background job, which
// restarts later. One process may always run: a job that needs more memory than the others leave waits until it runs
// alone.
import type { ProcessMemory } from './process-memory.ts';

/** A process that counts for the budget. */
export interface BudgetMember {
  readMemory(): ProcessMemory;
  readonly isBusy: boolean;
  /** Start of its job, as an increasing number; undefined if the job cannot be restarted. */
  readonly restartableSince: number | undefined;
  /** Ends the process. Its job restarts in another one. */
  preempt(): void;
  readonly exited: Promise<void>;
}

const checkMs = 100;
/** Usable share of the budget, because processes grow between two checks. */
const usableShare = 0.85;

export class MemoryBudget {
  readonly #members = new Set<BudgetMember>();
  readonly #listeners: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #usableMb: number;
  readonly totalMb: number;
  readonly #check = (): void => {
    const fits = () => this.#sum() <= this.#usableMb;
    this.#endIdle(fits);
    while (!fits() && [...this.#members].filter((one) => one.isBusy).length > 1) {
      const newest = this.#findNewest();
      if (!newest) break;
      this.#end(newest);
    }
    for (const listener of this.#listeners) listener();
  };

  constructor(totalMb: number) {
    this.#usableMb = totalMb * usableShare;
    this.totalMb = totalMb;
  }

  /** Counts a process until it has ended. */
  add(member: BudgetMember): void {
    this.#members.add(member);
    if (this.#members.size === 1) this.#watch();
    void member.exited.then(() => {
      this.#members.delete(member);
      if (this.#members.size === 0) this.#watch();
      for (const listener of this.#listeners) listener();
    });
  }

  /**
   * Returns whether this many MiB fit in addition to the memory of all but `without`, ending idle processes if
   * necessary. True if no other process is busy.
   */
  freeUp(neededMb: number, without?: BudgetMember): boolean {
    const fits = () => this.#sum(without) + neededMb <= this.#usableMb;
    this.#endIdle(fits, without);
    return fits() || ![...this.#members].some((one) => one.isBusy && one !== without);
  }

  /** Calls a listener whenever memory may have become free. */
  onFreed(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The memory of all processes. The shared code of the runtime counts once. */
  #sum(without?: BudgetMember): number {
    const sizes = [...this.#members].filter((one) => one !== without).map((one) => one.readMemory());
    const shared = Math.max(0, ...sizes.map(({ residentMb, privateMb }) => residentMb - privateMb));
    return sizes.reduce((total, { privateMb }) => total + privateMb, shared);
  }

  #end(member: BudgetMember): void {
    this.#members.delete(member);
    member.preempt();
  }

  /** Ends idle processes, the largest first, until `isEnough`. */
  #endIdle(isEnough: () => boolean, without?: BudgetMember): void {
    if (isEnough()) return;
    const idle = [...this.#members].filter((one) => !one.isBusy && one !== without);
    const sizes = new Map(idle.map((one) => [one, one.readMemory().privateMb]));
    idle.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
    for (const one of idle) {
      this.#end(one);
      if (isEnough()) return;
    }
  }

  #findNewest(): BudgetMember | undefined {
    const began = (one: BudgetMember) => one.restartableSince ?? -1;
    const [newest] = [...this.#members].filter((one) => began(one) >= 0).sort((a, b) => began(b) - began(a));
    return newest;
  }

  #watch(): void {
    clearInterval(this.#timer);
    this.#timer = this.#members.size > 0 ? setInterval(this.#check, checkMs).unref() : undefined;
  }
}
