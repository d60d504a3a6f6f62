// `lectern serve`: HTTP, and unless told otherwise the background work too. The first start makes an administrator
// and adds the folders of the command line.

import type { Flags } from '#kernel/config/flags.ts';
import { lockDataFolder } from '#kernel/database/data-folder-lock.ts';
import { Problem, StartError } from '#kernel/errors.ts';
import { createLog } from '#kernel/log.ts';
import { type App, createApp } from '../app.ts';
import { announceFirstAdmin, announceServer } from './announce.ts';
import { type CommandInput, readInput } from './environment.ts';
import { type ScanDisplay, showScans } from './show-scans.ts';
import { listenForStop, untilStopped } from './until-stopped.ts';

export async function serve(flags: Flags): Promise<void> {
  const input = readInput(flags);
  const { config } = input;
  if (flags.noTasks && config.database.postgres === undefined) {
    throw new StartError('--no-tasks needs PostgreSQL (database.postgres) and a `lectern worker` beside it');
  }
  const stop = listenForStop();
  const log = createLog(config);
  const unlock = lockDataFolder(config);
  let app: App | undefined;
  try {
    app = await createApp({ config, log, holdsRequests: true });
    const scans = showScans(app, process.stdout);
    await begin(app, { ...input, makesAdmin: !flags.setup }, scans);
    if (!flags.noTasks && !stop.isAsked) await app.startTasks();
    const running = app;
    await untilStopped(stop, log, async () => {
      scans.stop();
      await running.close();
      unlock();
    });
  } catch (error) {
    await app?.close().catch(() => {});
    unlock();
    throw toStartError(error);
  }
}

/** Everything that can be refused comes before anything is written, and a password is shown once it is kept. */
async function begin(
  app: App,
  { config, firstAdmin, libraries, makesAdmin }: CommandInput & { makesAdmin: boolean },
  scans: ScanDisplay,
): Promise<void> {
  await app.libraries.check(libraries);
  const { host, port } = await app.http.listen();
  const password = makesAdmin ? await app.auth.ensureFirstAdmin(firstAdmin) : undefined;
  announceServer(process.stdout, { host, port, basePath: config.server.basePath });
  if (password !== undefined) announceFirstAdmin(process.stdout, { username: firstAdmin.username, password });
  const added = await app.libraries.add(libraries);
  app.http.release();
  for (const { id } of added) {
    const { task } = await app.scans.ask(id);
    scans.follow({ taskId: task.id, libraryId: id });
  }
}

/** What a caller of the API would be told, as a sentence in the terminal. */
function toStartError(error: unknown): unknown {
  return error instanceof Problem ? new StartError(error.message, { cause: error }) : error;
}
