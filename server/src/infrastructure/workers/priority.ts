// The processor priority of worker processes, and detection of starvation.
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { loadLibc } from '#infrastructure/confinement/libc.ts';

export const backgroundPriorities = ['idle', 'low'] as const;
export type Priority = (typeof backgroundPriorities)[number] | 'normal';

/** As in setpriority(2): a tenth of the share of a process with normal priority. */
const lowNiceness = 10;

/**
 * Sets the priority of a newly started process for all its future threads. `idle` yields immediately to any other
 * runnable process (SCHED_IDLE, sched(7)); with `low`, a request may wait for some milliseconds. Without support for
 * `idle`, `low` is used.
 */
export function lowerPriority(pid: number, priority: Priority): void {
  if (priority === 'normal') return;
  attempt(() => setPriority(pid, lowNiceness));
  if (priority === 'idle' && process.platform === 'linux') attempt(() => loadLibc().runWhenIdle(pid));
}

/** Some systems forbid it; the process runs anyway. */
function attempt(lower: () => void): void {
  try {
    lower();
  } catch {}
}

/** Share of a processor below which a process that is ready to run counts as starved. */
const minShare = 0.05;
/** Number of consecutive starved periods, so that a short burst of other work does not count. */
const periods = 2;

/**
 * Detects that an `idle` process gets no time because other programs keep the processors busy. Its priority cannot be
 * raised again (sched(7)).
 */
export class StarvationWatch {
  readonly #pid: number;
  readonly #periodMs: number;
  #starved = 0;
  #last = { atMs: 0, cpuMs: 0 };

  constructor(pid: number, periodMs = 5_000) {
    this.#pid = pid;
    this.#periodMs = periodMs;
  }

  /** A job starts. */
  begin(): void {
    this.#starved = 0;
    this.#last = { atMs: performance.now(), cpuMs: this.#readCpuMs() };
  }

  /** Call this regularly while the job runs. Returns true after two starved periods. */
  isStarved(): boolean {
    const atMs = performance.now();
    const elapsedMs = atMs - this.#last.atMs;
    if (elapsedMs < this.#periodMs) return false;
    const now = { atMs, cpuMs: this.#readCpuMs() };
    const isLittle = now.cpuMs - this.#last.cpuMs < elapsedMs * minShare;
    this.#starved = isLittle && this.#isReadyToRun() ? this.#starved + 1 : 0;
    this.#last = now;
    if (this.#starved < periods) return false;
    this.begin();
    return true;
  }

  /** `utime` and `stime` of proc_pid_stat(5), in hundredths of a second; 0 for a process that has ended. */
  #readCpuMs(): number {
    const [, user = 0, system = 0] =
      /^(?:\S+ ){11}(\d+) (\d+)/.exec(readStat(String(this.#pid)))?.map(Number) ?? [];
    return (user + system) * 10;
  }

  /** Returns whether any thread is runnable, and not waiting for a file or a message. */
  #isReadyToRun(): boolean {
    return this.#listThreads().some((thread) => readStat(`${this.#pid}/task/${thread}`).startsWith('R'));
  }

  #listThreads(): string[] {
    try {
      return readdirSync(`/proc/${this.#pid}/task`);
    } catch {
      return [];
    }
  }
}

/** Returns the fields from the state on, because the program name before it may contain spaces. */
function readStat(path: string): string {
  try {
    const text = readFileSync(`/proc/${path}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2);
  } catch {
    return '';
  }
}
