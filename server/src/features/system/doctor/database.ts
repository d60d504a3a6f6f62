// The database: whether it answers, its version, its wholeness, its clock, and the folders of its libraries.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listLibraryFolders } from '#catalog/library-folders.ts';
import { findNewestBackup } from '#features/system/backup/index.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { compareMigrations } from '#infrastructure/database/migrate.ts';
import type { ToCommand } from '#infrastructure/database/newer-database.ts';
import { NewerDatabase } from '#infrastructure/database/newer-database.ts';
import { findDatabaseFile, openAsItIs, readServerFacts } from '#infrastructure/database/open.ts';
import { messageOf, StartError } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';
import { migrations } from '#schema/migrations.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { checkLibraryFolders } from './library-folders.ts';
import { checkPlaces } from './places.ts';
import { findStorageFaults } from './start.ts';
import { findLastWrite } from './store.ts';

type Opened = Awaited<ReturnType<typeof openAsItIs>>;

const minuteMs = 60_000;

export async function checkDatabase(config: Config, toCommand: ToCommand): Promise<Finding[]> {
  const file = findDatabaseFile(config);
  // The check of the folders reports them.
  if (findStorageFaults(config).length > 0) return [];
  if (file !== undefined && !existsSync(file))
    return [warning(`There is no database ${file} yet.`, 'The first start of the server creates it.')];
  let database: Opened | undefined;
  try {
    database = await openAsItIs(config, silentLog);
    return await examine(database, config, toCommand);
  } catch (error) {
    if (error instanceof NewerDatabase) return [problem(error.toSentence(toCommand))];
    if (error instanceof StartError) return [problem(error.message)];
    // No damage is proved: advice to restore a backup would lose what was written since.
    return [
      problem(
        `The database could not be examined: ${messageOf(error).replace(/[.]$/, '')}.`,
        'Do not restore a backup for this alone. Stop the server, and run this command again.',
      ),
    ];
  } finally {
    await database?.close();
  }
}

async function examine(database: Opened, config: Config, toCommand: ToCommand): Promise<Finding[]> {
  const { dataDir } = config;
  const backupFolder = join(dataDir, 'backups');
  const { applied, missing } = await compareMigrations(database, { migrations, backupFolder });
  if (applied.length === 0)
    return [warning('The database is empty.', 'The first start of the server fills it.')];
  const damages = (await database.listDamages?.()) ?? [];
  if (damages.length > 0)
    return [
      problem(
        `The database is damaged: ${damages.slice(0, 3).join('; ')}.`,
        await describeRestore(config, toCommand),
      ),
    ];
  const server = await readServerFacts(database);
  if (missing.length > 0)
    return [
      ok(
        `${server ? `${server.version} answers` : 'The database is whole'}; the next start migrates the database.`,
      ),
    ];
  const { findings, answering } = await checkLibraryFolders(await listLibraryFolders(database.db));
  return [
    ok(server ? `${server.version} answers.` : 'The database is whole and up to date.'),
    checkClock({ nowMs: Date.now(), serverMs: server?.nowMs, lastMs: await findLastWrite(database.db) }),
    ...findings,
    ...(await checkPlaces(config, answering)),
  ];
}

async function describeRestore(config: Config, toCommand: ToCommand): Promise<string> {
  if (findDatabaseFile(config) === undefined)
    return 'Stop the server and restore a dump that was made with pg_dump.';
  const backup = await findNewestBackup(config);
  const first = 'Stop the server first, and copy the data folder.';
  return backup === undefined
    ? `${first} Then restore a backup, if there is one: ${toCommand(['restore', '<file>'])}`
    : `${first} Then restore the newest backup: ${toCommand(['restore', backup])}`;
}

interface Times {
  nowMs: number;
  /** Of the machine of the database. */
  serverMs: number | undefined;
  /** When something was last written. */
  lastMs: number | undefined;
}

/** The first release: no clock that is right can be before it. */
const firstMs = Date.UTC(2026, 0, 1);

/** Sign-ins, positions of several devices and schedules are ordered by time. */
export function checkClock({ nowMs, serverMs, lastMs }: Times): Finding {
  const remedy = 'Set the clock of this machine, best by NTP (timedatectl set-ntp true).';
  const now = new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ');
  if (nowMs < firstMs) return problem(`The clock says ${now} UTC.`, remedy);
  if (serverMs !== undefined && Math.abs(serverMs - nowMs) > 5_000)
    return warning(
      `The clocks of this machine and of the database are ${Math.round(Math.abs(serverMs - nowMs) / 1000)} s apart.`,
      remedy,
    );
  if (lastMs !== undefined && lastMs > nowMs + 5 * minuteMs)
    return warning(
      `The clock says ${now} UTC, which is before the last change in the database: it was set back.`,
      remedy,
    );
  return ok(`The clock says ${now} UTC.`);
}
