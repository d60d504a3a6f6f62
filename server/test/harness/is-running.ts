// Whether a process runs.
import { readFileSync } from 'node:fs';

/** False for a process that has ended and that its parent has not yet collected, as far as the system shows that. */
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
