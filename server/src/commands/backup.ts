// `lectern backup <file>`: a copy of everything that cannot be generated again, also while a server runs.

import { resolve } from 'node:path';
import { backUpTo } from '#features/system/backup/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { StartError } from '#infrastructure/errors.ts';
import { readInput } from './process/environment.ts';
import { toUsage } from './process/own-command.ts';

export async function runBackup(flags: Flags): Promise<void> {
  const [target, ...more] = flags.rest;
  if (target === undefined || more.length > 0)
    throw new StartError(toUsage('backup <file>: a new file (….zip), or the folder for it'));
  const { config, cwd } = readInput(flags);
  const { file, sizeBytes } = await backUpTo(resolve(cwd, target), config);
  const size = `${Math.max(0.1, sizeBytes / 1024 ** 2).toFixed(1)} MiB`;
  process.stdout.write(`Backed up ${config.dataDir} to ${file} (${size}). Books are not in it.\n`);
}
