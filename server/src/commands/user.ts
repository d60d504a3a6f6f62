// `lectern user reset <name>`: prints a link by which a user sets a new password, also while a server runs.
import { commandLineHours } from '#features/identity/password-resets/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { tryLockDataFolder } from '#infrastructure/database/sqlite/data-folder-lock.ts';
import { Problem, StartError } from '#infrastructure/errors.ts';
import { createLog } from '#infrastructure/log.ts';
import { createApp } from '../app.ts';
import { toStartError } from './output/start-error.ts';
import { toShownName } from './output/terminal.ts';
import { readInput } from './process/environment.ts';
import { toUsage } from './process/own-command.ts';

export async function runUser(flags: Flags): Promise<void> {
  const [action, name, ...more] = flags.rest;
  if (action !== 'reset' || name === undefined || more.length > 0)
    throw new StartError(toUsage('user reset <name or e-mail address>'));
  const input = readInput(flags);
  const { config } = input;
  const unlock = tryLockDataFolder(config);
  try {
    const app = await createApp({
      config,
      log: createLog({ ...config, log: { ...config.log, level: 'error' } }),
      besideServer: unlock === undefined,
    });
    try {
      const { username, secret } = await app.passwordResets.createFor(name);
      process.stdout.write(describeLink(config, username, secret));
    } finally {
      await app.close();
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found')
      throw new StartError(`No user has the name or e-mail address ${toShownName(name)}`);
    if (error instanceof Problem) throw new StartError(error.message);
    throw toStartError(error, input);
  } finally {
    unlock?.();
  }
}

function describeLink({ server }: Config, username: string, secret: string): string {
  const { publicUrl, port, basePath } = server;
  const root = publicUrl ?? `http://localhost:${port}${basePath}`;
  const lines = [
    `Open this link to set a new password for ${toShownName(username)}. It works once, for ${commandLineHours} hours.`,
    `    ${root}/reset#${secret}`,
    ...(publicUrl === undefined
      ? ['On another device, replace localhost with the name of this server.']
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
