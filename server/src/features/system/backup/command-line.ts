// Backup and restore without a server, for the commands of these names.
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#infrastructure/config/schema.ts';
import { copyDatabaseFile, findDatabaseFile } from '#infrastructure/database/open.ts';
import { Problem, StartError } from '#infrastructure/errors.ts';
import { explainFileFault } from '#infrastructure/files/file-faults.ts';
import { newId } from '#infrastructure/ids.ts';
import { packBackup } from './make.ts';
import { applyRestore, forgetAppliedRestore, planTaking, toRestoreFolder } from './restore/apply.ts';
import { type PreparedRestore, prepareRestore } from './restore/prepare.ts';
import { BackupRefused } from './restore/refusal.ts';
import { toMoment } from './stored.ts';

type Folders = Pick<Config, 'dataDir' | 'database'>;

const useOwnTools = (what: string) => new StartError(`The database is a server of its own: ${what}`);

/**
 * Writes a backup of the data folder, which a server may be using, to a new file (`….zip`), or under a generated name to a
 * folder, which is made where there is none. Returns the file. Throws StartError.
 */
export async function backUpTo(
  target: string,
  config: Folders,
  now = new Date(),
): Promise<{ file: string; sizeBytes: number }> {
  const databaseFile = findDatabaseFile(config);
  if (databaseFile === undefined) throw useOwnTools('back it up with `pg_dump --format=custom`');
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    // The folder `backups` of a new data folder is not there yet: a file in its place would be in the way of updates.
    () => !/\.zip$/i.test(target),
  );
  const file = isFolder ? join(target, `lectern-${toMoment(now.getTime())}.zip`) : target;
  if (await exists(file)) throw new StartError(`${file} is there already; choose another name`);
  const unfinished = `${file}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const bytes = await packBackup({
      copy: (to) => copyDatabaseFile(databaseFile, to),
      dataDir: config.dataDir,
      workFolder: join(dirname(file), `.lectern-${newId()}`),
      madeAt: now,
    });
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    return { file, sizeBytes: (await stat(file)).size };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw toStartError(error, file);
  }
}

export interface Restored extends PreparedRestore {
  /** Undefined when there was nothing to set aside. */
  setAside: string | undefined;
}

/**
 * Replaces the contents of the data folder, which nobody else may be using, by a backup. Throws StartError; then
 * nothing has changed.
 */
export async function restoreFrom(source: string, config: Folders, now = new Date()): Promise<Restored> {
  const databaseFile = findDatabaseFile(config);
  if (databaseFile === undefined) throw useOwnTools('restore it with `pg_restore`');
  const folders = { dataDir: config.dataDir, databaseFile };
  try {
    // An interrupted restore is completed first.
    applyRestore(folders.dataDir);
    forgetAppliedRestore(folders.dataDir);
    const wasThere = await exists(databaseFile);
    const staged = await prepareRestore(source, toRestoreFolder(folders));
    const setAside = planTaking({
      folders,
      hasCovers: staged.hasCovers,
      startedAt: now,
      backup: basename(source),
      by: null,
    });
    applyRestore(folders.dataDir);
    return { ...staged, setAside: wasThere ? setAside : undefined };
  } catch (error) {
    throw toStartError(error, source);
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function toStartError(error: unknown, path: string): unknown {
  if (error instanceof StartError) return error;
  if (error instanceof BackupRefused || error instanceof Problem)
    return new StartError(`${error.message.replace(/[.]?$/, '.')} Nothing was changed.`, { cause: error });
  const fault = explainFileFault(error);
  return fault === undefined
    ? error
    : new StartError(`${path} ${fault}. Nothing was changed.`, { cause: error });
}
