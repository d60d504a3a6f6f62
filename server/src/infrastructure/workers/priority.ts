// How much of the processors a worker process takes from others.
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
