// Checks whether a process is running.
import { readFileSync } from 'node:fs';

/** Returns false for an ended process that its parent has not reaped, where the system shows this. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !text.slice(text.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return process.platform !== 'linux';
  }
}
