// `lectern restore <file>`: replaces the contents of the data folder by a backup; the former contents are set aside.

import { resolve } from 'node:path';
import { type Restored, restoreFrom } from '#features/system/backup/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { lockDataFolder } from '#infrastructure/database/data-folder-lock.ts';
import { StartError } from '#infrastructure/errors.ts';
import { readInput } from './environment.ts';

export async function runRestore(flags: Flags): Promise<void> {
  const [source, ...more] = flags.rest;
  if (source === undefined || more.length > 0)
    throw new StartError(
      'Say `lectern restore <file>`: a backup, or a copy that was made before a migration',
    );
  const { config, cwd } = readInput(flags);
  const path = resolve(cwd, source);
  const unlock = lockDataFolder(config);
  try {
    const restored = await restoreFrom(path, config);
    process.stdout.write(describe(restored, { path, dataDir: config.dataDir }));
  } finally {
    unlock();
  }
}

function describe(
  { manifest, isUpgraded, missingFolders, setAside }: Restored,
  { path, dataDir }: { path: string; dataDir: string },
): string {
  const of = manifest ? ` of ${manifest.madeAt} (Lectern ${manifest.version})` : '';
  return [
    `Restored ${path}${of} to ${dataDir}`,
    ...(isUpgraded ? ['It was of an older version and has been brought up to date.'] : []),
    ...(setAside === undefined ? [] : [`What was there before is in ${setAside}`]),
    ...missingFolders.map(
      (folder) => `The library folder ${folder} is not here: give its library the new folder after the start`,
    ),
    '',
  ].join('\n');
}
