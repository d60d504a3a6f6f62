// `lectern import <source>`: prepares an import, shows the plan, asks, and enqueues the import task. The running server
// executes the task, or this process if no server uses the data folder. Shows the progress until the task ends.
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportDto, RootMap } from '@lectern/contract/import/imports';
import { isServerAddress } from '#features/import/sources/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { tryLockDataFolder } from '#infrastructure/database/sqlite/data-folder-lock.ts';
import { StartError } from '#infrastructure/errors.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { createLog } from '#infrastructure/log.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import { type App, createApp } from '../app.ts';
import { createProgress, describeOutcomes, describePlan, maxListed } from './output/import-report.ts';
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
  const source = isServerAddress(given) ? given : resolve(cwd, given);
  const unlock = tryLockDataFolder(config);
  try {
    makeFolder(config.dataDir);
    const app = await createApp({
      config,
      log: createLog({ ...config, log: { ...config.log, level: 'error' } }),
      besideServer: unlock === undefined,
    });
    const isAlone = unlock !== undefined;
    try {
      await runWith(app, { source, maps, flags, config, isAlone, toCommand: createToCommand(input) });
    } finally {
      await app.close();
    }
  } catch (error) {
    throw toStartError(error, input);
  } finally {
    unlock?.();
  }
}

interface Run {
  source: string;
  maps: RootMap[];
  flags: Flags;
  config: Config;
  /** Whether this process must execute the task. On PostgreSQL, servers may execute it as well. */
  isAlone: boolean;
  toCommand: ReturnType<typeof createToCommand>;
}

async function runWith(app: App, run: Run): Promise<void> {
  const { imports } = app;
  const { id } = await imports.prepare(run.source, run.maps);
  const prepared = await follow(app, id, (one) => one.status === 'reading');
  if (prepared.failure) throw new StartError(prepared.failure.message);
  say(describePlan(prepared, await imports.listMissing(id, maxListed)));
  try {
    await requireStartable(app, prepared, run.toCommand);
    if (run.flags.dryRun || !(run.flags.yes || (await isConfirmed()))) {
      await imports.remove(id);
      return say('Nothing was changed.');
    }
  } catch (error) {
    await imports.remove(id);
    throw error;
  }
  if (run.isAlone) await app.startTasks();
  const running = await imports.findRunning();
  if (running) {
    say('Another import has not ended. It continues first.');
    await watch(app, running.id);
  }
  const started = await imports.enqueue(id);
  say(describeWayBack(started, run));
  await watch(app, id);
  say('Run the same command again to import later changes.');
}

/** Shows the progress and the result. Throws StartError if the import did not complete. */
async function watch(app: App, id: string): Promise<void> {
  const progress = createProgress(process.stdout);
  const ended = await follow(app, id, (one) => {
    progress.show(one.progress);
    return one.status === 'running';
  });
  progress.end();
  if (ended.status === 'cancelled') throw new StartError('The import was cancelled.');
  if (ended.status !== 'completed')
    throw new StartError(`The import failed: ${ended.failure?.message ?? 'unknown error'}`);
  say(describeOutcomes(ended, await app.imports.listMissing(id, maxListed)));
}

const pollMs = 200;

async function follow({ imports }: App, id: string, goesOn: (one: ImportDto) => boolean): Promise<ImportDto> {
  for (;;) {
    const found = await imports.get(id);
    if (!goesOn(found)) return found;
    await wait(pollMs);
  }
}

async function requireStartable(
  { imports }: App,
  { id, plan }: ImportDto,
  toCommand: Run['toCommand'],
): Promise<void> {
  const [first] = plan.libraries.flatMap(({ roots }) => roots);
  if (plan.obstacle)
    throw new StartError(
      `${plan.obstacle.message.replace(/[.]$/, '')}: --map ${quoteForShell(first?.from ?? '/books')}=<folder on this server>`,
    );
  if (!(await imports.leavesAdministrator(id)))
    throw new StartError(
      `No account could administer this server afterwards; start it once to create an administrator, and try again: ${toCommand(['serve'])}`,
    );
}

/** How to undo the import. */
function describeWayBack({ backup }: ImportDto, { config, toCommand }: Run): string {
  if (backup === null)
    return 'The way back: restore a copy of the database that you made before, with pg_restore.';
  return `The way back: ${toCommand(['restore', join(config.dataDir, 'backups', backup)])}`;
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new StartError('Use --yes to import without a question, or --dry-run to show the plan only');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Import this? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

function readMap(text: string, cwd: string): RootMap {
  const at = text.lastIndexOf('=');
  const from = text.slice(0, Math.max(at, 0));
  const to = text.slice(at + 1);
  if (from === '' || to === '') throw new StartError(`--map ${text}: use <their folder>=<folder here>`);
  return { from, to: resolve(cwd, to) };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
