// Docker's engine on this machine, as far as the proofs use it.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const start = promisify(execFile);

/** Whether an engine answers, and its client knows compose files. */
export const hasEngine = (): boolean =>
  [['info'], ['compose', 'version']].every(
    (words) => spawnSync('docker', words, { timeout: 30_000 }).status === 0,
  );

/** What it wrote on standard output. What runs meanwhile goes on. */
export async function docker(words: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await start('docker', words, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** One project of a folder with compose files and their `.env`. */
export function createComposeProject(folder: string, files: readonly string[]) {
  const compose = (...words: string[]) =>
    docker(['compose', ...files.flatMap((file) => ['-f', file]), ...words], folder);
  return {
    compose,
    /** Removes the containers; the data stay. */
    down: () => compose('down', '--timeout', '30'),
    /** Removes the data, too. */
    remove: () => compose('down', '--timeout', '5', '--volumes', '--remove-orphans'),
    logs: (service: string) => compose('logs', '--no-color', service),
  };
}
