// Reads a consistent snapshot of the database, for any duration, while a server keeps writing.
import { Kysely, SqliteDialect } from 'kysely';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';
import { migrations } from '#schema/migrations.ts';
import type { Schema } from '#schema/schema.ts';
import { requireDatabaseFile } from './data-folder-faults.ts';
import type { Db } from './dialect.ts';
import { compareMigrations } from './migrate.ts';
import { findDatabaseFile, findDatabaseSetting, type OpenedAsItIs, openAsItIs } from './open.ts';
import { openPlainSqlite } from './sqlite/connection.ts';

/** `read` cannot write. Throws StartError if no database of this version exists. */
export async function readOneMoment<T>(config: Config, read: (db: Db) => Promise<T>): Promise<T> {
  const file = findDatabaseFile(config);
  if (file !== undefined) requireDatabaseFile(file, findDatabaseSetting(config));
  const database = await openAsItIs(config, silentLog);
  try {
    await requireVersion(database, config);
    if (file !== undefined) return await readFile(file, read);
    return await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(read);
  } finally {
    await database.close();
  }
}

async function requireVersion(database: OpenedAsItIs, { dataDir }: Config): Promise<void> {
  const { missing } = await compareMigrations(database, { migrations, backupFolder: `${dataDir}/backups` });
  if (missing.length > 0)
    throw new StartError(
      'The database is empty or was created by an older version of Lectern; start the server once to migrate it',
    );
}

/** Uses a separate connection, because that of the program starts its transactions as write transactions. */
async function readFile<T>(file: string, read: (db: Db) => Promise<T>): Promise<T> {
  const connection = openPlainSqlite(file);
  connection.pragma('query_only = ON');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  try {
    return await db.transaction().execute(read);
  } finally {
    await db.destroy();
  }
}
