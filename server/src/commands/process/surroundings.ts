// Faults that prevent the start, and warnings at the start: the account, own folders that other users of this machine can read, configured folders that
// cannot be used, and own folders inside libraries.
import { statSync } from 'node:fs';
import type { LibraryFolder } from '#catalog/library-folders.ts';
import {
  checkAccount,
  checkGivenFolders,
  checkPlaces,
  type Finding,
  findFileFaults,
  findStorageFaults,
} from '#features/system/doctor/index.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { toSentence } from '#infrastructure/files/faults/explain.ts';
import type { Log } from '#infrastructure/log.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import type { CommandInput } from './environment.ts';

export function warnOfSurroundings(
  { config, account }: Pick<CommandInput, 'config' | 'account'>,
  log: Log,
): void {
  warnOf(checkAccount(account), log);
  warnOfOpenFolders(config, log);
}

/** Throws StartError with all faults of paths that prevent the start, before anything is written. */
export function requireUsable(config: Config): void {
  const faults = [...findStorageFaults(config).map(toSentence), ...findFileFaults(config)];
  if (faults.length > 0) throw new StartError(faults.join('\n'));
}

/** Does not delay the start: a folder may be on a missing disk, or on a network share that does not answer. */
export function warnOfPlaces(config: Config, libraryFolders: readonly LibraryFolder[], log: Log): void {
  for (const check of [checkGivenFolders(config), checkPlaces(config, libraryFolders)])
    check.then(
      (findings) => warnOf(findings, log),
      (err: unknown) => log.warn({ err }, 'failed to check configured folders'),
    );
}

function warnOf(findings: readonly Finding[], log: Log): void {
  for (const { state, message, remedy } of findings) if (state !== 'ok') log.warn({ remedy }, message);
}

const ofOthers = 0o077;

/** Earlier versions created such folders. */
function warnOfOpenFolders({ dataDir, database, pdf }: Config, log: Log): void {
  const folders = [dataDir, database.sqlite, pdf.pageCache.dir].filter((place) => place !== undefined);
  for (const place of folders.filter(isOpen))
    log.warn(
      { command: `chmod -R go-rwx ${quoteForShell(place)}` },
      'others on this machine can read what the server keeps',
    );
}

/** Windows has access control lists instead, which `mode` does not show. */
function isOpen(path: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    return (statSync(path).mode & ofOthers) !== 0;
  } catch {
    // The start reports a folder that cannot be used.
    return false;
  }
}
