// Measures tools as references, each in a separate process.
import { spawnSync } from 'node:child_process';

/** Returns milliseconds. Undefined if the tool is not installed or fails. */
export function timeCommand(command: string, args: readonly string[]): number | undefined {
  const startedMs = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'ignore' });
  return status === 0 ? performance.now() - startedMs : undefined;
}
