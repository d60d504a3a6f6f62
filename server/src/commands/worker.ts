// `lectern worker`: background work without HTTP, besides servers on the same PostgreSQL.

import type { Flags } from '#infrastructure/config/flags.ts';
import { checkConfinement } from '#infrastructure/confinement/check.ts';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { StartError } from '#infrastructure/errors.ts';
import { createLog } from '#infrastructure/log.ts';
import { giveMemoryBack } from '#infrastructure/memory.ts';
import { version } from '#infrastructure/version.ts';
import { createApp } from '../app.ts';
import { workerEntry } from '../composition/pools.ts';
import { toStartError } from './output/start-error.ts';
import { toTerminal } from './output/terminal.ts';
import { readInput } from './process/environment.ts';
import { createToCommand } from './process/own-command.ts';
import { requireUsable, warnOfPlaces, warnOfSurroundings } from './process/surroundings.ts';
import { logUncaught } from './process/uncaught.ts';
import { listenForStop, untilStopped } from './process/until-stopped.ts';

export async function work(flags: Flags): Promise<void> {
  const input = readInput(flags);
  const { config } = input;
  if (config.database.postgres === undefined) {
    throw new StartError(
      `Workers need PostgreSQL (database.postgres); with the embedded database the server does all the work itself: ${createToCommand(input)(['serve'])}`,
    );
  }
  requireUsable(config);
  const stop = listenForStop();
  const log = createLog(config);
  logUncaught(log);
  warnOfSurroundings(input, log);
  const confinement = new Confinement(config.workers.confinement);
  await checkConfinement(confinement, { entry: workerEntry, secret: config.dataDir, log });
  const start = <T>(step: () => Promise<T>): Promise<T> =>
    step().catch((error: unknown) => {
      throw toStartError(error, input);
    });
  const app = await start(() => createApp({ config, log, confinement, takesNewSecret: flags.newSecret }));
  await start(() => app.startTasks());
  warnOfPlaces(config, await app.listLibraryFolders(), log);
  toTerminal(process.stdout, config.log).write(`Lectern ${version} works in the background\n`);
  giveMemoryBack({ shrink: app.shrink, log });
  await untilStopped(stop, log, app.close);
}
