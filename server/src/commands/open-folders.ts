// Warns about folders of the server that other users of this machine can read, as earlier versions created them.
import { statSync } from 'node:fs';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Log } from '#infrastructure/log.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';

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
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & ofOthers) !== 0;
}
