// Tools as references: how long one takes, started as a process of its own.
import { spawnSync } from 'node:child_process';

/** Milliseconds; undefined where the tool is not installed, or fails. */
export function timeCommand(command: string, args: readonly string[]): number | undefined {
  const startedMs = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'ignore' });
  return status === 0 ? performance.now() - startedMs : undefined;
}
