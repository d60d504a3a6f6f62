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

export interface MemoryBudget {
  readonly totalMb: number;
  /** Counts a process until it has ended. */
  add(member: BudgetMember): void;
  /**
   * Returns whether this many MiB fit in addition to the memory of all but `without`, ending idle processes if
   * necessary. True if no other process is busy.
   */
  freeUp(neededMb: number, without?: BudgetMember): boolean;
  /** Calls a listener whenever memory may have become free. */
  onFreed(listener: () => void): void;
}

const checkMs = 100;
/** Usable share of the budget, because processes grow between two checks. */
const usableShare = 0.85;

export function createMemoryBudget(totalMb: number): MemoryBudget {
  const members = new Set<BudgetMember>();
  const listeners: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const usableMb = totalMb * usableShare;

  /** The memory of all processes. The shared code of the runtime counts once. */
  function sum(without?: BudgetMember): number {
    const sizes = [...members].filter((one) => one !== without).map((one) => one.readMemory());
    const shared = Math.max(0, ...sizes.map(({ residentMb, privateMb }) => residentMb - privateMb));
    return sizes.reduce((total, { privateMb }) => total + privateMb, shared);
  }

  function end(member: BudgetMember): void {
    members.delete(member);
    member.preempt();
  }

  /** Ends idle processes, the largest first, until `isEnough`. */
  function endIdle(isEnough: () => boolean, without?: BudgetMember): void {
    if (isEnough()) return;
    const idle = [...members].filter((one) => !one.isBusy && one !== without);
    const sizes = new Map(idle.map((one) => [one, one.readMemory().privateMb]));
    idle.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
    for (const one of idle) {
      end(one);
      if (isEnough()) return;
    }
  }

  function findNewest(): BudgetMember | undefined {
    const began = (one: BudgetMember) => one.restartableSince ?? -1;
    const [newest] = [...members].filter((one) => began(one) >= 0).sort((a, b) => began(b) - began(a));
    return newest;
  }

  function check(): void {
    const fits = () => sum() <= usableMb;
    endIdle(fits);
    while (!fits() && [...members].filter((one) => one.isBusy).length > 1) {
      const newest = findNewest();
      if (!newest) break;
      end(newest);
    }
    for (const listener of listeners) listener();
  }

  function watch(): void {
    clearInterval(timer);
    timer = members.size > 0 ? setInterval(check, checkMs).unref() : undefined;
  }

  return {
    totalMb,
    add(member) {
      members.add(member);
      if (members.size === 1) watch();
      void member.exited.then(() => {
        members.delete(member);
        if (members.size === 0) watch();
        for (const listener of listeners) listener();
      });
    },
    freeUp(neededMb, without) {
      const fits = () => sum(without) + neededMb <= usableMb;
      endIdle(fits, without);
      return fits() || ![...members].some((one) => one.isBusy && one !== without);
    },
    onFreed: (listener) => void listeners.push(listener),
  };
}
