// `lectern import <folder, database or archive>`: moves in from another server. It shows what would come over, asks, makes a backup,
// and takes it over. The server must not run meanwhile, unless its database is a server of its own.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { ImportStage } from '@lectern/contract/import/imports';
import type { Plan, RootMap } from '#features/import/apply/index.ts';
import {
  GivenDatabaseRefused,
  isArchive,
  isServerAddress,
  PeerRefused,
  readPeer,
  readPeerServer,
  type Snapshot,
  scratchPrefix,
  unpackGiven,
} from '#features/import/sources/index.ts';
import { backUpTo } from '#features/system/backup/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { findDatabaseFile } from '#infrastructure/database/open.ts';
import { lockDataFolder } from '#infrastructure/database/sqlite/data-folder-lock.ts';
import { StartError } from '#infrastructure/errors.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { createLog } from '#infrastructure/log.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import { type App, createApp } from '../app.ts';
import { describeOutcomes, describePlan, stages } from './output/import-report.ts';
import { toStartError } from './output/start-error.ts';
import { readInput } from './process/environment.ts';
import { createToCommand, toUsage } from './process/own-command.ts';

export async function runImport(flags: Flags): Promise<void> {
  const [given, ...more] = flags.rest;
  if (given === undefined || more.length > 0)
    throw new StartError(
      toUsage(
        'import <folder, database or archive>, with --map <their folder>=<folder here> where folders differ',
      ),
    );
  const input = readInput(flags);
  const { config, cwd } = input;
  const maps = flags.maps.map((text) => readMap(text, cwd));
  const unlock = lockDataFolder(config);
  try {
    makeFolder(config.dataDir);
    await removeLeftovers(config.dataDir);
    const snapshot = await read(given, { cwd, config, maps }).catch(toSentence);
    const app = await createApp({
      config,
      log: createLog({ ...config, log: { ...config.log, level: 'error' } }),
    });
    try {
      await moveIn(app, { snapshot, maps, flags, config, toCommand: createToCommand(input) });
    } finally {
      await app.close();
    }
  } catch (error) {
    throw toStartError(error, input);
  } finally {
    await removeLeftovers(config.dataDir).catch(() => {});
    unlock();
  }
}

/** What an archive holds, and much of what is read, lies in the data folder until the command ends. */
async function read(
  given: string,
  { cwd, config: { dataDir }, maps }: { cwd: string; config: Config; maps: RootMap[] },
): Promise<Snapshot> {
  if (isServerAddress(given)) return readPeerServer(given, dataDir);
  const path = resolve(cwd, given);
  const folder = await mkdtemp(join(dataDir, scratchPrefix));
  const file = (await isArchive(path)) ? await unpackGiven(path, folder) : path;
  return readPeer(file, folder, maps);
}

/** Copies of this run, or of one that was cut off. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(scratchPrefix)) await rm(join(dataDir, name), { recursive: true, force: true });
}

interface Move {
  snapshot: Snapshot;
  maps: RootMap[];
  flags: Flags;
  config: Config;
  toCommand: ReturnType<typeof createToCommand>;
}

async function moveIn(app: App, { snapshot, maps, flags, config, toCommand }: Move): Promise<void> {
  const plan = await app.snapshotImport.plan(snapshot, maps);
  const knownUsers = (await app.snapshotImport.listKnownUsers(snapshot)).size;
  say(describePlan(plan, { knownUsers }));
  refuseHopeless(plan);
  const hasAccounts = await app.snapshotImport.hasAccounts();
  if (!hasAccounts && !snapshot.users.some(isAdministrator))
    throw new StartError(
      `No account could administer this server afterwards; start it once to create an administrator, and try again: ${toCommand(['serve'])}`,
    );
  if (flags.dryRun) return say('Nothing was changed.');
  if (!flags.yes && !(await isConfirmed())) return say('Nothing was changed.');
  await prepareWayBack(config, { hasAccounts, toCommand });
  await app.startTasks();
  say(describeOutcomes(await app.snapshotImport.carryOut(plan, createTeller())));
  say('Run the same command again to import later changes.');
}

/** Where no folder is found, nothing but users would come over. */
function refuseHopeless({ libraries, there }: Plan): void {
  if (libraries.length === 0 || there.length > 0) return;
  const [first] = libraries.flatMap(({ roots }) => roots);
  throw new StartError(
    `None of its books was found. Choose the folders that contain them: --map ${quoteForShell(first?.from ?? '/books')}=<folder on this server>`,
  );
}

const isAdministrator = ({ isAdmin, isActive, password }: Snapshot['users'][number]): boolean =>
  isAdmin && isActive && password !== undefined;

/** Makes a backup when there is something to lose, and prints how to undo the import. */
async function prepareWayBack(
  config: Config,
  { hasAccounts, toCommand }: { hasAccounts: boolean; toCommand: Move['toCommand'] },
): Promise<void> {
  const database = findDatabaseFile(config);
  if (database === undefined)
    return say('The way back: restore a copy of the database that you made before, with pg_restore.');
  if (!hasAccounts) {
    const own = isWithin(database, config.dataDir) ? '' : `, and the database ${database}`;
    return say(`The server had no account before. The way back: delete the folder ${config.dataDir}${own}`);
  }
  const folder = join(config.dataDir, 'backups');
  makeFolder(folder);
  const { file } = await backUpTo(folder, config);
  say(`The way back: ${toCommand(['restore', file])}`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new StartError('Say --yes to take this over, or --dry-run to look at it alone');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Take this over? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

function readMap(text: string, cwd: string): RootMap {
  const at = text.lastIndexOf('=');
  const from = text.slice(0, Math.max(at, 0));
  const to = text.slice(at + 1);
  if (from === '' || to === '') throw new StartError(`--map ${text}: say <their folder>=<folder here>`);
  return { from: from.replaceAll('\\', '/'), to: isAbsolute(to) ? to : resolve(cwd, to) };
}

function toSentence(error: unknown): never {
  if (error instanceof GivenDatabaseRefused || error instanceof PeerRefused)
    throw new StartError(error.message, { cause: error });
  throw error;
}

/** Says each stage once. */
function createTeller(): (stage: ImportStage) => void {
  let said: ImportStage | undefined;
  return (stage) => {
    if (stage !== said) say(stages[stage]);
    said = stage;
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
