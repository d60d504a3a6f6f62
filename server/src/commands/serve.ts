// `lectern serve`: HTTP and, unless `--no-tasks` is given, background work. The first start creates an administrator
// and adds the folders of the command line.

import type { Flags } from '#infrastructure/config/flags.ts';
import { checkConfinement } from '#infrastructure/confinement/check.ts';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { lockDataFolder } from '#infrastructure/database/sqlite/data-folder-lock.ts';
import { StartError } from '#infrastructure/errors.ts';
import { createLog, type Log } from '#infrastructure/log.ts';
import { giveMemoryBack, keepCollectionsShort } from '#infrastructure/memory.ts';
import { RecentLog } from '#infrastructure/recent-log.ts';
import { type App, createApp } from '../app.ts';
import { workerEntry } from '../composition/pools.ts';
import { announceFirstAdmin, announceServer, announceSetup } from './output/announce.ts';
import { type ScanDisplay, showScans } from './output/show-scans.ts';
import { toStartError } from './output/start-error.ts';
import { type Terminal, toTerminal } from './output/terminal.ts';
import { type CommandInput, readInput } from './process/environment.ts';
import { createToCommand } from './process/own-command.ts';
import { requireUsable, warnOfPlaces, warnOfSurroundings } from './process/surroundings.ts';
import { logUncaught } from './process/uncaught.ts';
import { listenForStop, untilStopped } from './process/until-stopped.ts';

export async function serve(flags: Flags): Promise<void> {
  const input = readInput(flags);
  const { config, givenHost } = input;
  if (flags.noTasks && config.database.postgres === undefined) {
    throw new StartError(
      `--no-tasks needs PostgreSQL (database.postgres), and another process that does the work: ${createToCommand(input)(['worker'])}`,
    );
  }
  requireUsable(config);
  keepCollectionsShort();
  const stop = listenForStop();
  const recentLog = new RecentLog();
  const log = createLog(config, undefined, recentLog);
  logUncaught(log);
  const terminal = toTerminal(process.stdout, config.log);
  warnOfSurroundings(input, log);
  const unlock = lockDataFolder(config);
  let app: App | undefined;
  const confinement = new Confinement(config.workers.confinement);
  // In parallel with the rest of the start, which needs no worker processes.
  const checked = checkConfinement(confinement, { entry: workerEntry, secret: config.dataDir, log });
  checked.catch(() => {});
  try {
    for (let first: FirstStart | undefined = { ...input, makesAdmin: !flags.setup }; ; first = undefined) {
      const restart = Promise.withResolvers<'restart'>();
      app = await createApp({
        config,
        log,
        recentLog,
        confinement,
        takesNewSecret: flags.newSecret,
        holdsRequests: true,
        restart: () => restart.resolve('restart'),
      });
      await checked;
      const scans = showScans(app, terminal);
      // The same port as before the restart, also where it was chosen by the system.
      config.server.port = await begin(app, { config, givenHost, first, scans, terminal, log });
      warnOfPlaces(config, await app.listLibraryFolders(), log);
      if (!flags.noTasks && !stop.isSignalled) await app.startTasks();
      const running = app;
      const stopGiving = giveMemoryBack({ shrink: running.shrink, log });
      const close = async () => {
        stopGiving();
        scans.stop();
        await running.close();
      };
      if ((await Promise.race([stop.signalled, restart.promise])) !== 'restart')
        await untilStopped(stop, log, () => close().finally(unlock));
      log.warn('restarting to take a backup');
      await close();
    }
  } catch (error) {
    await app?.close().catch(() => {});
    unlock();
    throw toStartError(error, input);
  }
}

type FirstStart = Pick<CommandInput, 'firstAdmin' | 'libraries'> & { makesAdmin: boolean };

interface Beginning {
  config: CommandInput['config'];
  givenHost: CommandInput['givenHost'];
  /** The folders and settings of the command line; undefined when the server was restarted. */
  first: FirstStart | undefined;
  scans: ScanDisplay;
  terminal: Terminal;
  log: Log;
}

/**
 * Everything that can be refused comes before the first write, and a password is shown after it was stored. Returns the
 * port.
 */
async function begin(
  app: App,
  { config, givenHost, first, scans, terminal, log }: Beginning,
): Promise<number> {
  const libraries = first?.libraries ?? [];
  await app.libraries.check(libraries);
  const { port } = await app.http.listen();
  const password = first?.makesAdmin ? await app.auth.ensureFirstAdmin(first.firstAdmin) : undefined;
  const { basePath, tls } = config.server;
  announceServer(terminal, { host: givenHost, port, basePath, isHttps: tls.certificate !== undefined });
  if (first && password !== undefined)
    announceFirstAdmin(terminal, { username: first.firstAdmin.username, password });
  const setupCode = first && !first.makesAdmin ? await app.auth.firstRun.findCode() : undefined;
  if (setupCode !== undefined) {
    announceSetup(terminal, setupCode);
    log.warn({ setupCode }, 'waiting for the first administrator');
  }
  const added = await app.libraries.add(libraries);
  app.http.release();
  for (const { id } of added) {
    const { task } = await app.scans.requestScan(id);
    scans.follow({ taskId: task.id, libraryId: id });
  }
  return port;
}
