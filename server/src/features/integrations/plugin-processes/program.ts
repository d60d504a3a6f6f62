// How the program of a plugin is started: the executed file, its arguments and its environment.
import { join } from 'node:path';
import { readProxies, readSearchPath, withoutCredentials } from '#infrastructure/config/environment.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';

export interface PluginProgram {
  /** Absolute folder of its files, which it may read. */
  folder: string;
  /** Absolute folder that it may write. */
  dataFolder: string;
  /** A module of JavaScript, relative to the folder; or a program with its arguments. */
  start: { module: string } | { command: readonly string[] };
  /** Its manifest names a task that needs the network. Others do not get the credentials of the proxy. */
  usesNetwork: boolean;
}

export interface Command {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** Limit of the JavaScript heap in MiB; process.ts limits the memory of the whole process. */
const heapMb = 128;

/**
 * A module runs confined by the system where that is possible, and always under the permission model of Node.js
 * (https://nodejs.org/api/permissions.html), which lacks the network, signals and the database module: it reads its own
 * folder, writes its data folder, and starts no other programs. Other programs have the rights of the account that runs
 * Lectern. Neither gets the environment of the server, which contains secrets. `preload`: modules that are loaded before
 * the plugin.
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
