// Checks of the database: connection, version, integrity, clock, and the folders of its libraries.
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
import { checkPlaces } from './server-folders.ts';
import { findStorageFaults } from './start.ts';
import { findLastWrite } from './store.ts';

type Opened = Awaited<ReturnType<typeof openAsItIs>>;

const minuteMs = 60_000;

export async function checkDatabase(config: Config, toCommand: ToCommand): Promise<Finding[]> {
  const file = findDatabaseFile(config);
  // The folders are checked separately.
  if (findStorageFaults(config).length > 0) return [];
  if (file !== undefined && !existsSync(file))
    return [warning(`The database ${file} does not exist yet.`, 'The first start of the server creates it.')];
  let database: Opened | undefined;
  try {
    database = await openAsItIs(config, silentLog);
    return await examine(database, config, toCommand);
  } catch (error) {
    if (error instanceof NewerDatabase) return [problem(error.toSentence(toCommand))];
    if (error instanceof StartError) return [problem(error.message)];
    // Damage is not certain, and restoring a backup would lose later changes.
    return [
      problem(
        `The database could not be checked: ${messageOf(error).replace(/[.]$/, '')}.`,
        'This alone is no reason to restore a backup. Stop the server, and run this command again.',
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
        `${server ? `${server.version} responds` : 'The database is intact'}; the next start migrates the database.`,
      ),
    ];
  const { findings, answering } = await checkLibraryFolders(await listLibraryFolders(database.db));
  return [
    ok(server ? `${server.version} responds.` : 'The database is intact and up to date.'),
    checkClock({ nowMs: Date.now(), serverMs: server?.nowMs, lastMs: await findLastWrite(database.db) }),
    ...findings,
    ...(await checkPlaces(config, answering)),
  ];
}

async function describeRestore(config: Config, toCommand: ToCommand): Promise<string> {
  if (findDatabaseFile(config) === undefined)
    return 'Stop the server and restore a dump created with pg_dump.';
  const backup = await findNewestBackup(config);
  const first = 'Stop the server first, and copy the data folder.';
  return backup === undefined
    ? `${first} Then restore a backup, if available: ${toCommand(['restore', '<file>'])}`
    : `${first} Then restore the newest backup: ${toCommand(['restore', backup])}`;
}

interface Times {
  nowMs: number;
  /** Clock of the database server. */
  serverMs: number | undefined;
  /** Time of the last write. */
  lastMs: number | undefined;
}

/** Date of the first release. A correct clock cannot be earlier. */
const firstMs = Date.UTC(2026, 0, 1);

/** Sign-ins, positions of several devices and schedules depend on time. */
export function checkClock({ nowMs, serverMs, lastMs }: Times): Finding {
  const remedy = 'Set the clock of this machine, preferably by NTP (timedatectl set-ntp true).';
  const now = new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ');
  if (nowMs < firstMs) return problem(`The clock shows ${now} UTC.`, remedy);
  if (serverMs !== undefined && Math.abs(serverMs - nowMs) > 5_000)
    return warning(
      `The clocks of this machine and of the database differ by ${Math.round(Math.abs(serverMs - nowMs) / 1000)} s.`,
      remedy,
    );
  if (lastMs !== undefined && lastMs > nowMs + 5 * minuteMs)
    return warning(
      `The clock shows ${now} UTC, which is before the last change in the database. It was set back.`,
      remedy,
    );
  return ok(`The clock shows ${now} UTC.`);
}
