// Problems with the data folder or the database file, as sentences that contain the remedy. Creates nothing.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError, systemCodeOf } from '../errors.ts';
import { type Explanation, explainFault, toSentence } from '../files/faults/explain.ts';
import {
  findCreationFault,
  findFault,
  findFolderFault,
  locateFault,
  type PathFault,
  pathOf,
} from '../files/faults/find.ts';
import { findNetworkType } from './sqlite/network-folder.ts';

/** The setting that names the folder of the database, as messages advise to change it. */
export type DatabaseSetting = '--data-dir' | 'database.sqlite';

const toSubject = (folder: string, setting: DatabaseSetting) => ({
  what: setting === '--data-dir' ? 'The data folder' : 'The folder of the database file',
  path: folder,
  access: 'write' as const,
  otherwise: setting === '--data-dir' ? 'choose another folder with --data-dir' : `change ${setting}`,
});

interface FaultLocation {
  /** The file that was opened; SQLite does not report it. */
  file?: string | undefined;
  setting?: DatabaseSetting;
}

/**
 * Returns a sentence for an error of the system or of SQLite at `folder` or at a file in it. Undefined for other
 * errors.
 */
export function explainDataFolder(
  folder: string,
  cause: unknown,
  { file = pathOf(cause), setting = '--data-dir' }: FaultLocation = {},
): string | undefined {
  const code = systemCodeOf(cause) ?? '';
  const subject = toSubject(folder, setting);
  if (/^(EFBIG|ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE))$/.test(code))
    return `The disk of ${subject.what.replace('The', 'the')} ${folder} is full; free some space, or ${subject.otherwise}`;
  const fault = locateFolderFault(folder, cause, code);
  if (fault !== undefined) return toSentence(explainFault(fault, subject));
  if (file === undefined || file === folder || !isAboutAccess(code)) return undefined;
  const ofFile = findFault(file, { access: 'write', isFolder: false });
  return ofFile && toSentence(explainFault(ofFile, { what: 'The file', path: file, access: 'write' }));
}

/** Explains why the program cannot write or create its data folder. */
export const explainFolder = (
  folder: string,
  setting: DatabaseSetting = '--data-dir',
): Explanation | undefined => {
  const fault = findFolderFault(folder);
  return fault && explainFault(fault, toSubject(folder, setting));
};

/** Explains why the program cannot open or create its database file. */
export function explainDatabaseFile(file: string, setting: DatabaseSetting): Explanation | undefined {
  const folder = dirname(file);
  const ofFolder = explainFolder(folder, setting);
  if (ofFolder !== undefined) return ofFolder;
  const network = findNetworkType(folder);
  if (network !== undefined)
    return {
      message: `The folder ${folder} is on a network (${network}), where a database loses data`,
      remedy: `Choose one on a disk of this machine with ${setting}, or use PostgreSQL (database.postgres). Libraries may be anywhere`,
    };
  const fault = findFault(file, { access: 'write', isFolder: false });
  if (fault?.kind === 'missing') return undefined;
  const { otherwise } = toSubject(folder, setting);
  return fault && explainFault(fault, { what: 'The database file', path: file, access: 'write', otherwise });
}

/** Throws StartError if the file of the database is missing or cannot be read. */
export function requireDatabaseFile(file: string, setting: DatabaseSetting): void {
  const fault = findFault(file, { access: 'read', isFolder: false });
  if (fault === undefined) return;
  if (fault.kind === 'missing')
    throw new StartError(
      `There is no database ${file}; ${setting === '--data-dir' ? 'name the data folder with --data-dir' : `check ${setting}`}`,
    );
  const { otherwise } = toSubject(file, setting);
  const subject = { what: 'The database', path: file, access: 'read', isSecret: true, otherwise } as const;
  throw new StartError(toSentence(explainFault(fault, subject)));
}

const isAboutAccess = (code: string): boolean =>
  /^(EACCES|EPERM|EEXIST|SQLITE_(CANTOPEN|READONLY)\w*)$/.test(code);

function locateFolderFault(folder: string, cause: unknown, code: string): PathFault | undefined {
  if (code.startsWith('SQLITE_IOERR')) return { kind: 'disk', at: folder, isAbove: false, code };
  const fault = isAboutAccess(code) ? findFolderFault(folder) : locateFault(cause, folder);
  if (fault !== undefined && fault.kind !== 'missing') return fault;
  if (fault === undefined && (!isAboutAccess(code) || existsSync(folder))) return undefined;
  // The program creates the folder. Node.js reports ENOENT for a folder on a read-only file system. Some file systems,
  // such as /proc, have no folders of programs.
  return findCreationFault(folder) ?? { kind: 'unusable', at: folder, isAbove: false, code };
}
