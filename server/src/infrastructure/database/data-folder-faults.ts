// What keeps the program from its data folder, as sentences that name the remedy.

/** A sentence for the code of a fault of the system or of SQLite; undefined when it is none of the folder's. */
export function explainDataFolder(folder: string, code: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return `The data folder ${folder} is not writable; give the account that runs Lectern write permission, or choose another folder with --data-dir`;
    case 'EROFS':
      return `The data folder ${folder} is on a read-only file system; choose another with --data-dir`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${folder} is a file; choose another with --data-dir`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
    case 'SQLITE_FULL':
    case 'SQLITE_IOERR_WRITE':
    case 'SQLITE_IOERR_SHMSIZE':
      return `The disk of the data folder ${folder} is full; free some space, or choose another with --data-dir`;
    default:
      return undefined;
  }
}
