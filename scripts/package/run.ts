// Runs a tool to its end.
import { spawnSync } from 'node:child_process';

/** What it wrote on standard output. Throws what it wrote on standard error when it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
