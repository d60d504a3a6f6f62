// How much of the processors a worker process takes from others, and whether it gets any of them.
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { loadLibc } from '#infrastructure/confinement/libc.ts';

export const backgroundPriorities = ['idle', 'low'] as const;
export type Priority = (typeof backgroundPriorities)[number] | 'normal';

/** As setpriority(2): a tenth of what a process of normal priority gets. */
const lowNiceness = 10;

/**
 * Of a process that has just been started, for all threads that it will have. `idle` gives way at once to whatever else is
 * ready to run (SCHED_IDLE, sched(7)); with `low` a request may wait for some milliseconds. Where the system has no `idle`
 * it is `low`.
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
/** Starved for so many periods in a row: a short burst of other work is no reason. */
const periods = 2;

export interface StarvationWatch {
  /** A job begins. */
  begin(): void;
  /** To be called every now and then while the job runs; true once it has been starved for two periods. */
  isStarved(): boolean;
}

/**
 * Notices that an `idle` process gets no time, because other programs keep the processors busy. It cannot be given a
 * higher priority again (sched(7)).
 */
export function createStarvationWatch(pid: number, periodMs = 5_000): StarvationWatch {
  let starved = 0;
  let last = { atMs: 0, cpuMs: 0 };
  const begin = () => {
    starved = 0;
    last = { atMs: performance.now(), cpuMs: readCpuMs(pid) };
  };
  return {
    begin,
    isStarved() {
      const atMs = performance.now();
      const elapsedMs = atMs - last.atMs;
      if (elapsedMs < periodMs) return false;
      const now = { atMs, cpuMs: readCpuMs(pid) };
      const isLittle = now.cpuMs - last.cpuMs < elapsedMs * minShare;
      starved = isLittle && isReadyToRun(pid) ? starved + 1 : 0;
      last = now;
      if (starved < periods) return false;
      begin();
      return true;
    },
  };
}

/** `utime` and `stime` of proc_pid_stat(5), in hundredths of a second; 0 for a process that has ended. */
function readCpuMs(pid: number): number {
  const [, user = 0, system = 0] = /^(?:\S+ ){11}(\d+) (\d+)/.exec(readStat(String(pid)))?.map(Number) ?? [];
  return (user + system) * 10;
}

/** Whether any thread wants a processor, rather than waits for a file or a message. */
function isReadyToRun(pid: number): boolean {
  return listThreads(pid).some((thread) => readStat(`${pid}/task/${thread}`).startsWith('R'));
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** From the state on: the name of the program before it may have blanks. */
function readStat(path: string): string {
  try {
    const text = readFileSync(`/proc/${path}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2);
  } catch {
    return '';
  }
}
