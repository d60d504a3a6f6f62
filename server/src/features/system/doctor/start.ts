// Faults of the configuration that prevent the start. `serve`, `worker`, `config check` and `doctor` use the same checks.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#infrastructure/config/schema.ts';
import { explainDatabaseFile, explainFolder } from '#infrastructure/database/data-folder-faults.ts';
import { findDatabaseFile, findDatabaseSetting, requireOpenable } from '#infrastructure/database/open.ts';
import { StartError } from '#infrastructure/errors.ts';
import type { Explanation } from '#infrastructure/files/faults/explain.ts';
import { findCertificate, readCertificate } from '#infrastructure/http/certificate.ts';
import { findListenFault } from '#infrastructure/http/listening.ts';
import { findServerSecret } from '#infrastructure/secrets/server-secret.ts';
import { explained, type Finding, problem } from './finding.ts';

/** Faults of the data folder and the database file. A fault that both share is listed once. */
export function findStorageFaults(config: Config): Explanation[] {
  const file = findDatabaseFile(config);
  if (file === undefined && hasSecret(config)) return [];
  const ofFolder = explainFolder(config.dataDir);
  if (ofFolder !== undefined) return [ofFolder];
  const ofFile = file === undefined ? undefined : explainDatabaseFile(file, findDatabaseSetting(config));
  return ofFile === undefined ? [] : [ofFile];
}

/** With PostgreSQL, the start writes the data folder only to create the secret. */
const hasSecret = ({ auth, dataDir }: Config): boolean =>
  auth.secret !== undefined || auth.secretFile !== undefined || existsSync(join(dataDir, 'secret'));

/** Faults of the files that the start reads, as sentences with their remedy. */
export function findFileFaults(config: Config): string[] {
  const readers = [
    // The data folder contains the secret, and has faults of its own.
    ...(config.auth.secretFile === undefined && explainFolder(config.dataDir) ? [] : [findServerSecret]),
    ({ server }: Config) => {
      const files = findCertificate(server.tls);
      if (files !== undefined) readCertificate(files);
    },
  ];
  return readers.flatMap((read) => {
    try {
      read(config);
      return [];
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      return [error.message];
    }
  });
}

/** All faults that prevent the start. Opens the database, and listens at the address of the server for a moment. */
export async function checkStart(config: Config): Promise<Finding[]> {
  const storage = findStorageFaults(config);
  const listening = await findListenFault(config);
  return [
    ...storage.map(explained),
    ...[...findFileFaults(config), ...(listening === undefined ? [] : [listening])].map(toProblem),
    ...(storage.length > 0 ? [] : await checkOpening(config)),
  ];
}

/** Without a full stop: the sentence may end in a command. */
const toProblem = (sentence: string): Finding => problem(sentence);

async function checkOpening(config: Config): Promise<Finding[]> {
  try {
    await requireOpenable(config);
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [toProblem(error.message)];
  }
}
