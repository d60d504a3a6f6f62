// Brings the database to the program's schema: forward only, a copy of the SQLite file first, and no start on a
// database that a newer program has changed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '#kernel/errors.ts';
import type { Log } from '#kernel/log.ts';
import type { Migration } from '#schema/migration.ts';
import type { Database } from './dialect.ts';
import { copySqlite } from './sqlite.ts';

interface Options {
  migrations: readonly Migration[];
  /** Folder for the copy that is made before an SQLite file is changed. */
  backupFolder: string;
  log: Log;
}

/**
 * Applies what is missing. Of several processes one does it while the others wait. Throws StartError when the
 * database is newer than the program or a migration fails (nothing is left half-done).
 */
export async function migrate(database: Database, { migrations, backupFolder, log }: Options): Promise<void> {
  const applied = await listApplied(database);
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer Lectern (it knows ${unknown.join(', ')}); start that version, or restore the copy in ${backupFolder}`,
    );
  }
  const missing = migrations.filter((migration) => !applied.includes(migration.name));
  if (missing.length === 0) return;
  if (applied.length > 0) await backUp(database, backupFolder, log);
  const { error, results = [] } = await createMigrator(database, migrations).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database could not be brought up to date (${failed}): ${reason}`, {
      cause: error,
    });
  }
  log.info({ migrations: missing.map((migration) => migration.name) }, 'database is up to date');
}

function createMigrator({ db, dialect }: Database, migrations: readonly Migration[]): Migrator {
  return new Migrator({
    db,
    migrationTableName: 'migration',
    migrationLockTableName: 'migrationLock',
    provider: {
      async getMigrations() {
        return Object.fromEntries(
          migrations.map(({ name, up }) => [name, { up: (on: Kysely<unknown>) => up(on, dialect.ddl) }]),
        );
      },
    },
  });
}

async function listApplied({ db }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

async function backUp({ db, dialect }: Database, folder: string, log: Log): Promise<void> {
  if (dialect.name !== 'sqlite') return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `before-migration-${new Date().toISOString().replaceAll(':', '-')}.db`);
  await copySqlite(db, file);
  log.info({ file }, 'copied the database before changing it');
}
