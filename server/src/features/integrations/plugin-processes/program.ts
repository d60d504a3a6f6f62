// How the program of a plugin is started: what is executed, with which arguments and which environment.
import { join } from 'node:path';
import { readProxies, readSearchPath } from '#infrastructure/config/environment.ts';

export interface PluginProgram {
  /** Absolute folder of its files, which it may read. */
  folder: string;
  /** Absolute folder of its own, which it may write. */
  dataFolder: string;
  /** A module of JavaScript, relative to the folder; or a program with its arguments. */
  start: { module: string } | { command: readonly string[] };
}

export interface Command {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** Memory of the JavaScript heap in MiB; what lies outside of it is watched (process.ts). */
const heapMb = 128;

/**
 * A module runs under the permission model of Node.js (https://nodejs.org/api/permissions.html): it reads its own folder,
 * writes its data folder, and starts no other programs. Other programs have the rights of the account that runs Lectern.
 * The environment of the server, with its secrets, is given to neither.
 */
export function toCommand(
  { folder, dataFolder, start }: PluginProgram,
  preload: readonly string[] = [],
): Command {
  const proxies = readProxies();
  const env: Record<string, string> = {
    ...proxies,
    ...(Object.keys(proxies).length > 0 && { NODE_USE_ENV_PROXY: '1' }),
    HOME: dataFolder,
    TMPDIR: dataFolder,
    LANG: 'C.UTF-8',
  };
  if ('command' in start) {
    const [file = '', ...args] = start.command;
    return { file, args, env: { ...env, PATH: readSearchPath() } };
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
  return { file: process.execPath, args, env };
}
