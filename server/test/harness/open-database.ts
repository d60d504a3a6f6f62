// The database of a test server by a connection of its own, for rows that no route makes yet.
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { loadConfig } from '#infrastructure/config/load.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { type OpenedDatabase, openDatabase } from '#infrastructure/database/open.ts';
import { silentLog } from '#infrastructure/log.ts';
import { postgresDdl, sqliteDdl } from '#schema/ddl.ts';
import type { Migration } from '#schema/migration.ts';
import type { EmptyServer } from './server.ts';

/** To be closed before the server stops. */
export function openDatabaseOf({ environment, folder }: EmptyServer): Promise<OpenedDatabase> {
  const { config } = loadConfig({ environment, cwd: folder });
  return openDatabase(config, silentLog);
}

/** What searches look up: documents of books and series. */
export async function deleteWords({ db, dialect }: OpenedDatabase): Promise<void> {
  const end = dialect.name === 'sqlite' ? 'SearchIndex' : 'Search';
  for (const owner of ['book', 'series']) await sql`delete from ${sql.table(owner + end)}`.execute(db);
}

/** Runs a migration on rows that are there already, once a test has taken away what it makes. */
export async function migrateAgain(
  { kind }: Pick<EmptyServer, 'kind'>,
  { db, migration }: { db: Db; migration: Migration },
): Promise<void> {
  const ddl = kind === 'postgres' ? postgresDdl : sqliteDdl;
  const { error } = await new Migrator({
    db,
    migrationTableName: 'again',
    migrationLockTableName: 'againLock',
    provider: { getMigrations: async () => ({ again: { up: (on) => migration.up(on, ddl) } }) },
  }).migrateToLatest();
  if (error) throw error;
}
