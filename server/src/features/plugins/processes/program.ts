// Start command of a plugin program: executable, arguments and environment.
import { join } from 'node:path';
import { readProxies, readSearchPath, withoutCredentials } from '#infrastructure/config/environment.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';

export interface PluginProgram {
  /** Absolute path of the plugin's files. Readable. */
  folder: string;
  /** Absolute path of the plugin's data folder. Writable. */
  dataFolder: string;
  /** A JavaScript module, relative to `folder`, or a program with arguments. */
  start: { module: string } | { command: readonly string[] };
  /** Whether the manifest declares a task that needs the network. Only such plugins receive the proxy credentials. */
  usesNetwork: boolean;
}

export interface Command {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** JavaScript heap limit in MiB. process.ts limits the memory of the whole process. */
const heapMb = 128;

/**
 * JavaScript modules always run under the Node.js permission model (https://nodejs.org/api/permissions.html), and
 * confined by the operating system where possible. The permission model allows a module to read its own folder and
 * write its data folder, and forbids starting programs. It does not cover the network, signals and the database module.
 * Other programs have the rights of the account that runs Lectern. No program receives the server's environment, which
 * contains secrets. `preload`: modules loaded before the plugin.
 */
export function toCommand(
  { folder, dataFolder, start, usesNetwork }: PluginProgram,
  { confinement, preload = [] }: { confinement: Confinement; preload?: readonly string[] | undefined },
): Command {
  const proxies = usesNetwork ? readProxies() : withoutCredentials(readProxies());
  const environment: Record<string, string> = {
    ...proxies,
    ...(Object.keys(proxies).length > 0 && { NODE_USE_ENV_PROXY: '1' }),
    HOME: dataFolder,
    TMPDIR: dataFolder,
    LANG: 'C.UTF-8',
  };
  if ('command' in start) {
    const [file = '', ...args] = start.command;
    return { file, args, env: { ...environment, PATH: readSearchPath() } };
  }
  const args = [
    '--permission',
    '--disable-sigusr1',
    '--no-experimental-sqlite',
    `--allow-fs-read=${join(folder, '*')}`,
    `--allow-fs-read=${join(dataFolder, '*')}`,
    `--allow-fs-write=${join(dataFolder, '*')}`,
    ...preload.flatMap((module) => [`--allow-fs-read=${module}`, `--import=${module}`]),
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=SecurityWarning',
    join(folder, start.module),
  ];
  const confined = confinement.toPlugin(
    { args, environment },
    { reads: [folder, ...preload], writes: [dataFolder] },
  );
  return { file: process.execPath, args: confined.args, env: confined.environment };
}
