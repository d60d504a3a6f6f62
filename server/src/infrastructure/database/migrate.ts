// Migrates the database to the program's schema: forward only, with a copy of the SQLite file first, and no start on a
// database that a newer version has changed.
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';
import type { Migration } from '#schema/migration.ts';
import type { Database } from './dialect.ts';
import { NewerDatabase } from './newer-database.ts';
import { copySqlite } from './sqlite/sqlite.ts';

interface Options {
  migrations: readonly Migration[];
  /** Folder for the copy of an SQLite file before it is changed. Without it, no copy is made. */
  backupFolder?: string;
  log: Log;
}

/**
 * Applies missing migrations. One of several processes does it while the others wait. Throws StartError if the database
 * is newer than the program or older than its first migration, or if a migration fails, in which case nothing is
 * changed.
 */
export async function migrate(database: Database, { migrations, backupFolder, log }: Options): Promise<void> {
  const { applied, missing } = await compareMigrations(database, { migrations, backupFolder });
  if (missing.length === 0) return;
  const copy =
    applied.length > 0 && backupFolder !== undefined ? await backUp(database, backupFolder, log) : undefined;
  if (applied.length > 0) log.info('migrating the database; a large library takes a minute or two');
  const { error, results = [] } = await createMigrator(database, migrations).migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    const reason = error instanceof Error ? error.message : String(error);
    const kept = copy === undefined ? '' : `; nothing was changed, and a copy is in ${copy}`;
    throw new StartError(`The database could not be migrated (${failed}): ${reason}${kept}`, {
      cause: error,
    });
  }
  log.info({ migrations: missing.map((migration) => migration.name) }, 'database is up to date');
}

/** Compares a database with the program's migrations. Throws StartError if the program cannot use it. */
export async function compareMigrations(
  database: Database,
  { migrations, backupFolder }: Omit<Options, 'log'>,
): Promise<{ applied: string[]; missing: Migration[] }> {
  await database.checkRights?.({ changes: false });
  const applied = await listApplied(database);
  if (isOfDevelopment(applied, migrations)) throw new StartError(`The database ${madeInDevelopment}`);
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new NewerDatabase(unknown, findRestorable(database, backupFolder));
  }
  const missing = migrations.filter((migration) => !applied.includes(migration.name));
  if (missing.length > 0) await database.checkRights?.({ changes: true });
  return { applied, missing };
}

/** Returns whether a database is older than the first current migration, which every later version has. */
export const isOfDevelopment = (applied: readonly string[], migrations: readonly Migration[]): boolean =>
  applied.length > 0 && migrations[0] !== undefined && !applied.includes(migrations[0].name);

export const madeInDevelopment =
  'was created by a development version of Lectern before the first release, and cannot be migrated: start with an empty data folder (--data-dir) or an empty database, or restore a backup of this version';

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

const copyName = /^before-migration-.*\.db$/;

/** Returns the newest copy made before a migration; `<file>` if there is none. */
function findRestorable({ dialect }: Database, folder: string | undefined): string | undefined {
  if (dialect.name !== 'sqlite' || folder === undefined) return undefined;
  let copies: string[] = [];
  try {
    copies = readdirSync(folder).filter((name) => copyName.test(name));
  } catch {
    // The folder does not exist.
  }
  const [newest] = copies.toSorted().toReversed();
  return newest === undefined ? '<file>' : join(folder, newest);
}

/** The copy exists completely under its name, or not at all. */
async function backUp({ db, dialect }: Database, folder: string, log: Log): Promise<string | undefined> {
  if (dialect.name !== 'sqlite') return undefined;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `before-migration-${new Date().toISOString().replaceAll(':', '-')}.db`);
  const unfinished = `${file}.part`;
  await copySqlite(db, unfinished);
  renameSync(unfinished, file);
  log.info({ file }, 'copied the database before changing it');
  return file;
}
