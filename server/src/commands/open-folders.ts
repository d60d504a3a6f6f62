// Warnings at the start about folders that other users of this machine can read, as earlier versions created them, and
// about configured folders that cannot be used.
import { statSync } from 'node:fs';
import { checkGivenFolders } from '#features/system/doctor/index.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Log } from '#infrastructure/log.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';

/** A missing disk must not keep the server from starting. */
export function warnOfUnusableFolders(config: Config, log: Log): void {
  for (const { message, remedy } of checkGivenFolders(config)) log.warn({ remedy }, message);
}

const ofOthers = 0o077;

export function warnOfOpenFolders({ dataDir, database, pdf }: Config, log: Log): void {
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
