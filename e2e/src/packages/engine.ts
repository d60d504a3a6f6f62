// Docker on this machine, as far as the tests need it.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const start = promisify(execFile);

/** Returns whether a Docker engine responds and the client supports compose files. */
export const hasEngine = (): boolean =>
  [['info'], ['compose', 'version']].every(
    (words) => spawnSync('docker', words, { timeout: 30_000 }).status === 0,
  );

/** Returns the standard output. Does not block the event loop. */
export async function docker(words: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await start('docker', words, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** A project of a folder with compose files and their `.env`. */
export function createComposeProject(folder: string, files: readonly string[]) {
  const compose = (...words: string[]) =>
    docker(['compose', ...files.flatMap((file) => ['-f', file]), ...words], folder);
  return {
    compose,
    /** Removes the containers and keeps the data. */
    down: () => compose('down', '--timeout', '30'),
    /** Also removes the data. */
    remove: () => compose('down', '--timeout', '5', '--volumes', '--remove-orphans'),
    logs: (service: string) => compose('logs', '--no-color', service),
  };
}
