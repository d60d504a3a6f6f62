// The embedded database has one process. The lock is one of the operating system's, held by SQLite on a file of its
// own: it ends with the process, however that ends.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { explainDataFolder } from './data-folder-faults.ts';

/** Throws StartError when another process uses the data folder. Gives the function that lets go of it. */
export function lockDataFolder({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): () => void {
  if (database.postgres !== undefined) return () => {};
  try {
    mkdirSync(dataDir, { recursive: true });
    const lock = new Sqlite(join(dataDir, 'lectern.lock'), { timeout: 0 });
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (cause) {
    throw explain(cause as NodeJS.ErrnoException, dataDir);
  }
}

function explain(cause: NodeJS.ErrnoException, dataDir: string): StartError {
  if (cause.code === 'SQLITE_BUSY') {
    return new StartError(
      `Another Lectern is running with the data folder ${dataDir}; stop it first, or choose another folder with --data-dir`,
      { cause },
    );
  }
  const sentence =
    explainDataFolder(dataDir, cause.code ?? '') ??
    `The data folder ${dataDir} cannot be used: ${cause.message}; choose another with --data-dir`;
  return new StartError(sentence, { cause });
}
