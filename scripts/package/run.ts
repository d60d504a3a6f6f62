// Runs a tool and waits for its end.
import { spawnSync } from 'node:child_process';

/** Returns the standard output. Throws an error with the standard error output if the tool fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
