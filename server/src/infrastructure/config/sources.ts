// The source of each key's value, and the folder that its relative paths start from.
import { dirname, resolve } from 'node:path';
import { isRecord } from '@lectern/contract/records';
import type { Flags } from './flags.ts';
import { configKeys } from './keys.ts';
import type { Environment } from './secret-files.ts';

export type Source =
  | { kind: 'file'; path: string }
  | { kind: 'variable'; name: string }
  | { kind: 'flag'; name: string };

/** By key (`server.port`). Keys that are not in it have their default. */
export type Sources = ReadonlyMap<string, Source>;

interface Given {
  /** Contents of the configuration file. */
  tree: Readonly<Record<string, unknown>>;
  configFile: string | undefined;
  /** The variables before files of secrets are read. */
  environment: Environment;
  flags: Partial<Flags>;
}

export function findSources({ tree, configFile, environment, flags }: Given): Sources {
  const sources = new Map<string, Source>();
  const given = { 'server.host': flags.host, 'server.port': flags.port, data_dir: flags.dataDir };
  const names = { 'server.host': '--host', 'server.port': '--port', data_dir: '--data-dir' };
  for (const { path, variable } of configKeys) {
    const key = path.join('.');
    if (configFile !== undefined && isIn(tree, path)) sources.set(key, { kind: 'file', path: configFile });
    const name = [variable, `${variable}_FILE`].find((one) => environment[one] !== undefined);
    if (name !== undefined) sources.set(key, { kind: 'variable', name });
  }
  for (const key of ['server.host', 'server.port', 'data_dir'] as const)
    if (given[key] !== undefined) sources.set(key, { kind: 'flag', name: names[key] });
  return sources;
}

function isIn(tree: unknown, path: readonly string[]): boolean {
  let at = tree;
  for (const name of path) {
    if (!isRecord(at) || !Object.hasOwn(at, name)) return false;
    at = at[name];
  }
  return true;
}

interface Folders {
  cwd: string;
  /** The parent of the default data folder. */
  dataBase: string;
}

/** The folder that a relative path of a key starts from: that of the file for paths of the file. */
export function findBase(source: Source | undefined, { cwd, dataBase }: Folders): string {
  if (source === undefined) return dataBase;
  return source.kind === 'file' ? dirname(resolve(source.path)) : cwd;
}
