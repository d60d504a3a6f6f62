// `lectern restore <file>`: replaces the contents of the data folder by a backup; the former contents are set aside.

import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Restored, restoreFrom } from '#features/system/backup/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { lockDataFolder, lockName } from '#infrastructure/database/sqlite/data-folder-lock.ts';
import { StartError } from '#infrastructure/errors.ts';
import { explainFault, toSentence } from '#infrastructure/files/faults/explain.ts';
import { findFault } from '#infrastructure/files/faults/find.ts';
import { readInput } from './process/environment.ts';
import { toUsage } from './process/own-command.ts';

export async function runRestore(flags: Flags): Promise<void> {
  const [source, ...more] = flags.rest;
  if (source === undefined || more.length > 0)
    throw new StartError(toUsage('restore <file>: a backup, or a copy that was made before a migration'));
  const { config, cwd } = readInput(flags);
  const path = resolve(cwd, source);
  const created = findFirstMissing(config.dataDir);
  const unlock = lockDataFolder(config);
  let isRestored = false;
  try {
    const restored = await restoreFrom(path, config);
    isRestored = true;
    process.stdout.write(describe(restored, { path, dataDir: config.dataDir }));
  } finally {
    unlock();
    if (!isRestored && created !== undefined) removeCreated(config.dataDir, created);
  }
}

/** The topmost folder that creating a folder creates; undefined when the folder exists. */
function findFirstMissing(folder: string): string | undefined {
  if (existsSync(folder)) return undefined;
  return findFirstMissing(dirname(folder)) ?? folder;
}

/** Removes the data folder of a refused restore, and the folders above it that were created with it. */
function removeCreated(dataDir: string, created: string): void {
  rmSync(join(dataDir, lockName), { force: true });
  for (let folder = dataDir; ; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      // It holds something else.
      return;
    }
    if (folder === created) return;
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
    ...(setAside === undefined ? [] : [`The former data are in ${setAside}`]),
    ...missingFolders.map(describeMissing),
    '',
  ].join('\n');
}

/** A folder that exists and cannot be read stays the folder of its library. */
function describeMissing(folder: string): string {
  const fault = findFault(folder, { access: 'read', isFolder: true });
  return fault === undefined || fault.kind === 'missing'
    ? `The library folder ${folder} is not here: give its library the new folder after the start`
    : toSentence(explainFault(fault, { what: 'The library folder', path: folder, access: 'read' }));
}
