// `lectern serve`: HTTP, and unless told otherwise the background work too. The first start makes an administrator
// and adds the folders of the command line.

import type { Flags } from '#kernel/config/flags.ts';
import { lockDataFolder } from '#kernel/database/data-folder-lock.ts';
import { Problem, StartError } from '#kernel/errors.ts';
import { createLog } from '#kernel/log.ts';
import { version } from '#kernel/version.ts';
import { createApp } from '../app.ts';
import { readInput } from './environment.ts';
import { showScans } from './show-scans.ts';
import { untilStopped } from './until-stopped.ts';

export async function serve(flags: Flags): Promise<void> {
  const { config, firstAdmin, libraries } = readInput(flags);
  if (flags.noTasks && config.database.postgres === undefined) {
    throw new StartError('--no-tasks needs PostgreSQL (database.postgres) and a `lectern worker` beside it');
  }
  const log = createLog(config);
  const unlock = lockDataFolder(config);
  const app = await createApp({ config, log, holdsRequests: true });
  try {
    await app.libraries.check(libraries);
    const { host, port } = await app.http.listen();
    const password = await app.auth.ensureFirstAdmin(firstAdmin);
    const added = await app.libraries.add(libraries);
    app.http.release();
    announce(`http://${toShownHost(host)}:${port}${config.server.basePath}`, {
      username: firstAdmin.username,
      password,
    });
    const scans = showScans(app, process.stdout);
    for (const library of added) await app.scans.ask(library.id);
    if (!flags.noTasks) await app.startTasks();
    await untilStopped(log, async () => {
      scans.stop();
      await app.close();
      unlock();
    });
  } catch (error) {
    await app.close().catch(() => {});
    unlock();
    throw toStartError(error);
  }
}

/** What a caller of the API would be told, as a sentence in the terminal. */
function toStartError(error: unknown): unknown {
  return error instanceof Problem ? new StartError(error.message, { cause: error }) : error;
}

const toShownHost = (host: string): string =>
  ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host;

function announce(
  url: string,
  { username, password }: { username: string; password: string | undefined },
): void {
  process.stdout.write(`Lectern ${version} listening on ${url}\n`);
  if (password === undefined) return;
  process.stdout.write(
    `\nFirst start. Sign in as  ${username}  with the password  ${password}\nIt is shown only this once; you can change it after signing in.\n\n`,
  );
}
