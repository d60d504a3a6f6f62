// A SQLite database is used by one process. SQLite holds the lock on a separate file through the operating system, so
// that it ends with the process in any case.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Config } from '#infrastructure/config/schema.ts';
import { messageOf, StartError, systemCodeOf } from '#infrastructure/errors.ts';
import { toSentence } from '../../files/faults/explain.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { explainDataFolder, explainFolder } from '../data-folder-faults.ts';

/** The file in the data folder. */
export const lockName = 'lectern.lock';

type Folders = Pick<Config, 'dataDir' | 'database'>;

/** Throws StartError if another process uses the data folder. Returns the function that releases the lock. */
export function lockDataFolder(config: Folders): () => void {
  const unlock = tryLockDataFolder(config);
  if (unlock) return unlock;
  throw new StartError(
    `Another Lectern is running with the data folder ${config.dataDir}; stop it first, or choose another folder with --data-dir`,
  );
}

/** Same as `lockDataFolder`, but returns undefined if another process uses the data folder. */
export function tryLockDataFolder({ dataDir, database }: Folders): (() => void) | undefined {
  if (database.postgres !== undefined) return () => {};
  const fault = explainFolder(dataDir);
  if (fault !== undefined) throw new StartError(toSentence(fault));
  try {
    makeFolder(dataDir);
    const lock = new Sqlite(join(dataDir, lockName), { timeout: 0 });
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (cause) {
    if (systemCodeOf(cause) === 'SQLITE_BUSY') return undefined;
    throw explain(cause, dataDir);
  }
}

function explain(cause: unknown, dataDir: string): StartError {
  const sentence =
    explainDataFolder(dataDir, cause, { file: join(dataDir, lockName) }) ??
    `The data folder ${dataDir} cannot be used: ${messageOf(cause)}; choose another folder with --data-dir`;
  return new StartError(sentence, { cause });
}
