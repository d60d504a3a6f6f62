// What keeps the program from its data folder, as sentences that name the remedy.
import { StartError, systemCodeOf } from '../errors.ts';
import { explainFault, toSentence } from '../files/faults/explain.ts';
import { findCreationFault, findFault, locateFault, type PathFault, pathOf } from '../files/faults/find.ts';

const otherwise = 'choose another folder with --data-dir';

/**
 * A sentence for a fault of the system or of SQLite at `folder`, or at a file in it. Undefined when neither is the cause.
 * `file`: the file that was opened; SQLite does not report it.
 */
export function explainDataFolder(folder: string, cause: unknown, file = pathOf(cause)): string | undefined {
  const code = systemCodeOf(cause) ?? '';
  if (/^(EFBIG|ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE))$/.test(code))
    return `The disk of the data folder ${folder} is full; free some space, or ${otherwise}`;
  const fault = findFolderFault(folder, cause, code);
  if (fault !== undefined)
    return toSentence(
      explainFault(fault, { what: 'The data folder', path: folder, access: 'write', otherwise }),
    );
  if (file === undefined || file === folder || !isAboutAccess(code)) return undefined;
  const ofFile = findFault(file, { access: 'write', isFolder: false });
  return ofFile && toSentence(explainFault(ofFile, { what: 'The file', path: file, access: 'write' }));
}

/** Throws StartError if the file of the database is missing or cannot be read. */
export function requireDatabaseFile(file: string): void {
  const fault = findFault(file, { access: 'read', isFolder: false });
  if (fault === undefined) return;
  if (fault.kind === 'missing')
    throw new StartError(`There is no database ${file}; name the data folder with --data-dir`);
  const subject = { what: 'The database', path: file, access: 'read', otherwise } as const;
  throw new StartError(toSentence(explainFault(fault, subject)));
}

const isAboutAccess = (code: string): boolean =>
  /^(EACCES|EPERM|EEXIST|SQLITE_(CANTOPEN|READONLY)\w*)$/.test(code);

function findFolderFault(folder: string, cause: unknown, code: string): PathFault | undefined {
  if (code.startsWith('SQLITE_IOERR')) return { kind: 'disk', at: folder, isAbove: false, code };
  const fault = isAboutAccess(code)
    ? findFault(folder, { access: 'write', isFolder: true })
    : locateFault(cause, folder);
  // The program creates the folder. Node.js reports ENOENT for a folder on a read-only file system.
  return fault?.kind === 'missing' ? findCreationFault(folder) : fault;
}
