// The secret that signs tokens. It is never in the database, so that a backup or a copy of the database gives no
// access: it is configured, or generated at the first start as a file of the data folder.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError, systemCodeOf } from '#infrastructure/errors.ts';
import { explainDataFolder } from '../database/data-folder-faults.ts';
import { toPathError } from '../files/faults/explain.ts';
import { makeFolder } from '../files/make-folder.ts';

const minCharacters = 32;

export interface ServerSecret {
  secret: string;
  /** Its source, for messages. */
  source: string;
}

/** Throws StartError if the secret cannot be read, is too short, or cannot be stored. */
export function readServerSecret(config: Pick<Config, 'auth' | 'dataDir'>): ServerSecret {
  const { dataDir } = config;
  const path = join(dataDir, 'secret');
  return findServerSecret(config) ?? { secret: makeSecretFile(dataDir, path), source: path };
}

/** Undefined before the first start. Throws StartError if the secret cannot be read or is too short. */
export function findServerSecret({
  auth,
  dataDir,
}: Pick<Config, 'auth' | 'dataDir'>): ServerSecret | undefined {
  if (auth.secret !== undefined) return { secret: auth.secret, source: 'auth.secret' };
  if (auth.secretFile !== undefined) {
    const secret = readSecretFile(auth.secretFile, {
      what: 'The file of auth.secret_file',
      remedy: 'write a secret into it (openssl rand -hex 32)',
    });
    if (secret === undefined)
      throw new StartError(
        `The file of auth.secret_file, ${auth.secretFile}, does not exist; write a secret into it (openssl rand -hex 32)`,
      );
    return { secret, source: 'auth.secret_file' };
  }
  const path = join(dataDir, 'secret');
  const secret = readSecretFile(path, ofDataFolder);
  return secret === undefined ? undefined : { secret, source: path };
}

/** The first of several concurrent processes creates it: link(2) is atomic. */
function makeSecretFile(dataDir: string, path: string): string {
  const own = `${path}.${process.pid}.tmp`;
  try {
    makeFolder(dataDir, 0o700);
    writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(own, path);
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
  } catch (cause) {
    const code = systemCodeOf(cause) ?? '';
    throw new StartError(
      explainDataFolder(dataDir, cause) ?? `The secret of the server cannot be written to ${path} (${code})`,
      { cause },
    );
  } finally {
    rmSync(own, { force: true });
  }
  return readSecretFile(path, ofDataFolder) ?? '';
}

interface SecretFile {
  what: string;
  /** For a secret that is too short. */
  remedy: string;
}

const ofDataFolder: SecretFile = {
  what: 'The secret of the server',
  remedy: 'remove the file, and the next start creates a new one',
};

function readSecretFile(path: string, { what, remedy }: SecretFile): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (systemCodeOf(cause) === 'ENOENT') return undefined;
    throw toPathError(cause, { what, path, access: 'read', isSecret: true });
  }
  const secret = text.trim();
  if (secret.length < minCharacters)
    throw new StartError(`${what}, ${path}, has to have ${minCharacters} characters or more; ${remedy}`);
  return secret;
}
