// The commands `backup` and `restore`, which work without a server.
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#infrastructure/config/schema.ts';
import { requireEmbeddedFile } from '#infrastructure/database/backup-tools.ts';
import { copyDatabaseFile, findDatabaseSetting } from '#infrastructure/database/open.ts';
import { Problem, StartError } from '#infrastructure/errors.ts';
import { explainFault, toSentence } from '#infrastructure/files/faults/explain.ts';
import { findFault, findFolderFault, locateFault, pathOf } from '#infrastructure/files/faults/find.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { newId } from '#infrastructure/ids.ts';
import { packBackup } from './make.ts';
import { applyRestore, forgetAppliedRestore, planTaking, toRestoreFolder } from './restore/apply.ts';
import { type PreparedRestore, prepareRestore } from './restore/prepare.ts';
import { BackupRefused } from './restore/refusal.ts';
import { toMoment } from './stored.ts';

type Folders = Pick<Config, 'dataDir' | 'database'>;

/**
 * Writes a backup of the data folder, which a server may be using, to a new file (`….zip`), or with a generated name to
 * a folder, which is created if it does not exist. Returns the file. Throws StartError.
 */
export async function backUpTo(
  target: string,
  config: Folders,
  now = new Date(),
): Promise<{ file: string; sizeBytes: number }> {
  const databaseFile = requireEmbeddedFile(config, 'backup', target);
  const setting = findDatabaseSetting(config);
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    // The folder `backups` of a new data folder does not exist yet. A file at its path would prevent the backup before
    // an upgrade.
    () => !/\.zip$/i.test(target),
  );
  const file = isFolder ? join(target, `lectern-${toMoment(now.getTime())}.zip`) : target;
  if (await exists(file)) throw new StartError(`${file} exists already; choose another name`);
  const unfinished = `${file}.part`;
  const workFolder = join(dirname(file), `.lectern-${newId()}`);
  requireFolder(dirname(file));
  try {
    makeFolder(dirname(file));
    const bytes = await packBackup({
      copy: (to) => copyDatabaseFile(databaseFile, to, setting),
      workFolder,
      madeAt: now,
    });
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    return { file, sizeBytes: (await stat(file)).size };
  } catch (error) {
    await rm(unfinished, { force: true });
    // Temporary files are part of the backup.
    const path = pathOf(error);
    const isOwn = path !== undefined && (path === unfinished || isWithin(path, workFolder));
    throw toStartError(error, {
      given: file,
      path: isOwn ? file : path,
      dataDir: config.dataDir,
      access: 'write',
    });
  }
}

function requireFolder(path: string): void {
  const fault = findFolderFault(path);
  if (fault === undefined) return;
  const explanation = explainFault(fault, { what: 'The folder of the backup', path, access: 'write' });
  throw new StartError(`${toSentence(explanation)}. Nothing was changed.`);
}

export interface Restored extends PreparedRestore {
  /** Undefined if there were no former data. */
  setAside: string | undefined;
}

/**
 * Replaces the contents of the data folder, which no other process may use, by a backup. Throws StartError without
 * changes.
 */
export async function restoreFrom(source: string, config: Folders, now = new Date()): Promise<Restored> {
  const databaseFile = requireEmbeddedFile(config, 'restore', source);
  const folders = { dataDir: config.dataDir, databaseFile };
  try {
    // An interrupted restore is completed first.
    applyRestore(folders.dataDir);
    forgetAppliedRestore(folders.dataDir);
    const wasThere = await exists(databaseFile);
    const staged = await prepareRestore(source, toRestoreFolder(folders));
    const setAside = planTaking({
      folders,
      startedAt: now,
      backup: basename(source),
      by: null,
    });
    applyRestore(folders.dataDir);
    return { ...staged, setAside: wasThere ? setAside : undefined };
  } catch (error) {
    throw toStartError(error, {
      given: source,
      path: pathOf(error),
      dataDir: config.dataDir,
      access: 'read',
    });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

interface Paths {
  /** The backup file. */
  given: string;
  /** The path that failed; undefined when the error names none. */
  path: string | undefined;
  dataDir: string;
  access: 'read' | 'write';
}

function toStartError(error: unknown, { given, path: at, dataDir, access }: Paths): unknown {
  if (error instanceof StartError) return error;
  if (error instanceof BackupRefused || error instanceof Problem)
    return new StartError(`${error.message.replace(/[.]?$/, '.')} Nothing was changed.`, { cause: error });
  const path = at ?? given;
  // An error while copying names the source even if the target caused it.
  const isOfData = isWithin(path, dataDir) || (path === given && access === 'read' && isReadable(given));
  const subject = isOfData
    ? { what: 'The data folder', path: dataDir, access: 'write' as const }
    : { what: 'The file', path, access, isSecret: true };
  const fault = locateFault(error, subject.path);
  if (fault === undefined) return error;
  return new StartError(`${toSentence(explainFault(fault, subject))}. Nothing was changed.`, {
    cause: error,
  });
}

/** The source may also be a folder: the data folder of another Lectern. */
const isReadable = (path: string): boolean =>
  [true, false].some((isFolder) => findFault(path, { access: 'read', isFolder }) === undefined);
