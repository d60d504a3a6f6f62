// Secrets of containers: `LECTERN_DATABASE_POSTGRES_FILE` names a file with the value of `LECTERN_DATABASE_POSTGRES`
// (https://docs.docker.com/compose/how-tos/use-secrets/).
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '#infrastructure/errors.ts';
import { toPathError } from '#infrastructure/files/faults/explain.ts';
import { configKeys, environmentPrefix, otherVariables } from './keys.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const ending = '_FILE';
/** A larger file is not a value, and may be endless (/dev/zero). */
const maxBytes = 64 * 1024;

/**
 * Returns the environment with the contents of such files. Any key may come from a file. Throws StartError for an
 * unreadable file and for a value that is given twice.
 */
export function readSecretFiles(environment: Environment, cwd: string): Environment {
  const filled: Record<string, string | undefined> = { ...environment };
  for (const [variable, path] of Object.entries(environment)) {
    const target = toTarget(variable);
    if (target === undefined || path === undefined) continue;
    if (environment[target] !== undefined)
      throw new StartError(`Both ${target} and ${variable} are set; remove one of them`);
    delete filled[variable];
    filled[target] = readSecret(variable, resolve(cwd, path));
  }
  return filled;
}

/** Returns the variable that a file replaces, or undefined: `auth.secret_file` is a separate key. */
function toTarget(variable: string): string | undefined {
  if (!variable.startsWith(environmentPrefix) || !variable.endsWith(ending)) return undefined;
  // LECTERN_CONFIG is a path, so that a file with its value is a mistake.
  const isKnown = (name: string) =>
    configKeys.some((key) => key.variable === name) ||
    otherVariables.some((other) => other === name && other !== 'LECTERN_CONFIG');
  const target = variable.slice(0, -ending.length);
  return !isKnown(variable) && isKnown(target) ? target : undefined;
}

/** Editors and `echo` end files with a line break that is not part of the value. */
function readSecret(variable: string, path: string): string {
  const refuse = (why: string, cause?: unknown) =>
    new StartError(`The file ${path} of ${variable} ${why}`, { cause });
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > maxBytes) throw refuse('is larger than 64 KiB');
    text = readFileSync(path, { encoding: 'utf8' });
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw toPathError(cause, { what: `The file of ${variable}`, path, access: 'read', isSecret: true });
  }
  if (text.trim() === '') throw refuse('is empty');
  return text.replace(/\r?\n$/, '');
}
