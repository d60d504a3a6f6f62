// Merges the configuration: defaults, then the file, then the environment, then flags.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRecord, toRecord } from '@lectern/contract/records';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { StartError } from '#infrastructure/errors.ts';
import { toPathError } from '#infrastructure/files/faults/explain.ts';
import { explainValue } from '#infrastructure/text/explain-value.ts';
import type { Flags } from './flags.ts';
import { configKeys, environmentPrefix, otherVariables, readPath } from './keys.ts';
import { findNearest } from './nearest.ts';
import { oidcProviderKeys } from './oidc.ts';
import { type FirstAdmin, findAdminFaults, findContradictions } from './rules.ts';
import { type Config, configSchema, toCamelKeys } from './schema.ts';
import { type Environment, readSecretFiles } from './secret-files.ts';
import { findBase, findSources, keyFlags, type Sources } from './sources.ts';

export type { Environment } from './secret-files.ts';

export interface LoadedConfig {
  /** `server.host` if it was configured. */
  givenHost: string | undefined;
  config: Config;
  /** Absolute. */
  configFile: string | undefined;
  sources: Sources;
  firstAdmin: FirstAdmin;
}

interface Input {
  environment: Environment;
  flags?: Partial<Flags>;
  /** Base folder of relative paths. */
  cwd: string;
  /** The parent of the default data folder; `cwd` without it. */
  dataBase?: string;
}

type Tree = Record<string, unknown>;

/** Returns the effective configuration. Throws StartError with one sentence that names the key and the remedy. */
export function loadConfig({ environment, flags = {}, cwd, dataBase = cwd }: Input): LoadedConfig {
  const tree: Tree = {};
  const file = flags.config ?? environment.LECTERN_CONFIG;
  const configFile = file === undefined ? undefined : resolve(cwd, file);
  if (configFile !== undefined) Object.assign(tree, readFile(configFile));
  const sources = findSources({ tree, configFile, environment, flags });
  const filled = readSecretFiles(environment, cwd);
  applyEnvironment(tree, filled);
  applyFlags(tree, flags);
  resolvePaths(tree, (key) => findBase(sources.get(key), { cwd, dataBase }));
  const parsed = configSchema.safeParse(tree);
  if (!parsed.success) throw new StartError(parsed.error.issues.map(explain).join('\n'));
  const config = toCamelKeys(parsed.data);
  config.dataDir = resolve(dataBase, config.dataDir);
  const firstAdmin = {
    username: filled.LECTERN_ADMIN_USERNAME || 'admin',
    email: filled.LECTERN_ADMIN_EMAIL || 'admin@localhost',
    password: filled.LECTERN_ADMIN_PASSWORD || undefined,
  };
  const faults = [...findContradictions(config), ...findAdminFaults(firstAdmin)];
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  return {
    config,
    configFile,
    sources,
    givenHost: sources.has('server.host') ? config.server.host : undefined,
    firstAdmin,
  };
}

/** Returns `log.format` of a configuration that may be invalid. */
export function findLogFormat({ environment, flags = {}, cwd }: Input): string | undefined {
  if (environment.LECTERN_LOG_FORMAT !== undefined) return environment.LECTERN_LOG_FORMAT;
  const file = flags.config ?? environment.LECTERN_CONFIG;
  try {
    const { format } = toRecord(file === undefined ? {} : readFile(resolve(cwd, file)).log);
    return typeof format === 'string' ? format : undefined;
  } catch {
    return undefined;
  }
}

/** Makes relative paths absolute. The schema rejects values of a wrong type later. */
function resolvePaths(tree: Tree, findBaseOf: (key: string) => string): void {
  for (const { path, mark, defaultValue } of configKeys) {
    const value = mark?.kind === 'path' ? readPath(tree, path) : undefined;
    if (value === undefined) continue;
    const base = findBaseOf(path.join('.'));
    const toAbsolute = (item: unknown) =>
      typeof item === 'string' && item.trim() !== '' ? resolve(base, item.trim()) : item;
    // In a variable, paths of a list are separated by commas.
    const items = Array.isArray(defaultValue) && typeof value === 'string' ? value.split(',') : value;
    setPath(tree, path, Array.isArray(items) ? items.map(toAbsolute) : toAbsolute(items));
  }
}

function readFile(path: string): Tree {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw toPathError(cause, { what: 'The configuration file', path, access: 'read', isSecret: true });
  }
  let content: unknown;
  try {
    content = parse(text, { maxAliasCount: 0 });
  } catch (cause) {
    throw new StartError(`The configuration file ${path} is not valid YAML: ${toReason(cause)}`, { cause });
  }
  if (content === null || content === undefined) return {};
  if (!isRecord(content))
    throw new StartError(`The configuration file ${path} does not contain keys such as "server:"`);
  return dropEmpty(content);
}

/** Without keys that have no value, such as a section whose keys are all comments. */
const dropEmpty = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, isRecord(value) ? dropEmpty(value) : value]],
    ),
  );

/** Text after a colon is quoted from the file and may be secret. */
function toReason(error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : '').split(/[:\n]/);
  const place = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
  return place && !reason.includes(' at line ')
    ? `${reason} at line ${place.line}, column ${place.col}`
    : reason;
}

function applyEnvironment(tree: Tree, environment: Environment): void {
  const others: readonly string[] = otherVariables;
  const unknown: string[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(environmentPrefix) || value === undefined || others.includes(variable)) continue;
    const key = configKeys.find((candidate) => candidate.variable === variable);
    if (key) setPath(tree, key.path, value);
    else if (!isServiceLink(variable, value)) unknown.push(explainVariable(variable));
  }
  if (unknown.length > 0) throw new StartError(unknown.join('\n'));
}

/** Kubernetes sets such variables in every container for a service with the name "lectern". */
function isServiceLink(variable: string, value: string): boolean {
  return (
    /^LECTERN_SERVICE_(HOST|PORT)/.test(variable) ||
    (/^LECTERN_PORT(_|$)/.test(variable) && /^(tcp|udp|\d)/.test(value))
  );
}

function applyFlags(tree: Tree, flags: Partial<Flags>): void {
  for (const { path, flag } of keyFlags) if (flags[flag] !== undefined) setPath(tree, path, flags[flag]);
}

function setPath(tree: Tree, path: readonly string[], value: unknown): void {
  let at = tree;
  for (const name of path.slice(0, -1)) {
    const next = at[name] ?? {};
    if (!isRecord(next)) return;
    at[name] = next;
    at = next;
  }
  at[path.at(-1) ?? ''] = value;
}

function explainVariable(variable: string): string {
  const nearest = findNearest(variable, [...configKeys.map((key) => key.variable), ...otherVariables]);
  return `Unknown environment variable ${variable}${nearest ? `; did you mean ${nearest}?` : ''}`;
}

function explain(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => explainUnknown(issue.path.length ? `${path}.${key}` : key)).join('\n');
  }
  return `Configuration key ${path}: ${explainValue(issue)}`;
}

function explainUnknown(key: string): string {
  const [provider] = /^auth\.oidc\.providers\.\d+\./.exec(key) ?? [];
  const known = configKeys.map(({ path }) => path.join('.'));
  const sections = known.flatMap((path) =>
    path.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.')),
  );
  const candidates = provider ? oidcProviderKeys.map((name) => provider + name) : new Set(sections);
  const nearest = findNearest(key, [...candidates]);
  return `Unknown configuration key ${key}${nearest ? `; did you mean ${nearest}?` : ''}`;
}
