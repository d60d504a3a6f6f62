// The source of each key's value, and the base folder of its relative paths.
import { dirname, resolve } from 'node:path';
import type { Flags } from './flags.ts';
import { configKeys, readPath } from './keys.ts';
import type { Environment } from './secret-files.ts';

export type Source =
  | { kind: 'file'; path: string }
  | { kind: 'variable'; name: string }
  | { kind: 'flag'; name: string };

/** By key (`server.port`). Missing keys have their default. */
export type Sources = ReadonlyMap<string, Source>;

interface ConfigInput {
  /** Contents of the configuration file. */
  tree: Readonly<Record<string, unknown>>;
  configFile: string | undefined;
  /** The variables before files of secrets are read. */
  environment: Environment;
  flags: Partial<Flags>;
}

/** Keys that have a flag. */
export const keyFlags = [
  { path: ['server', 'host'], flag: 'host', name: '--host' },
  { path: ['server', 'port'], flag: 'port', name: '--port' },
  { path: ['data_dir'], flag: 'dataDir', name: '--data-dir' },
] as const;

export function findSources({ tree, configFile, environment, flags }: ConfigInput): Sources {
  const sources = new Map<string, Source>();
  for (const { path, variable } of configKeys) {
    const key = path.join('.');
    if (configFile !== undefined && readPath(tree, path) !== undefined)
      sources.set(key, { kind: 'file', path: configFile });
    const name = [variable, `${variable}_FILE`].find((one) => environment[one] !== undefined);
    if (name !== undefined) sources.set(key, { kind: 'variable', name });
  }
  for (const { path, flag, name } of keyFlags)
    if (flags[flag] !== undefined) sources.set(path.join('.'), { kind: 'flag', name });
  return sources;
}

interface Folders {
  cwd: string;
  /** The parent of the default data folder. */
  dataBase: string;
}

/** Returns the base folder of a relative path: for paths in the file, the folder of the file. */
export function findBase(source: Source | undefined, { cwd, dataBase }: Folders): string {
  if (source === undefined) return dataBase;
  return source.kind === 'file' ? dirname(resolve(source.path)) : cwd;
}
