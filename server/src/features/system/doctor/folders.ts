// Permissions as the account that runs the program has them, and free space.
import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#infrastructure/config/schema.ts';
import { findNetworkType } from '#infrastructure/database/network-folder.ts';
import { findDatabaseFile } from '#infrastructure/database/open.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const MiB = 1024 ** 2;
/** A database, its log and a copy of it before an update. */
const enoughBytes = 1024 * MiB;
const leastBytes = 100 * MiB;

/** Entries of a library's folder that are tried: its own files are as a rule of one kind. */
const maxTried = 500;

/** The folders that the program writes: data, database, rendered pages. */
export function checkOwnFolders(config: Config): Finding[] {
  const file = findDatabaseFile(config);
  const all = [
    config.dataDir,
    file && dirname(file),
    config.pdf.pageCache.dir,
    config.backup.dir,
    config.dropFolder.path,
  ];
  const folders = [...new Set(all.filter((folder) => folder !== undefined))].filter(existsSync);
  if (!existsSync(config.dataDir))
    return [
      warning(
        `The data folder ${config.dataDir} does not exist yet.`,
        'The first start of the server creates it.',
      ),
    ];
  const network = file === undefined ? undefined : findNetworkType(dirname(file));
  return [
    ...folders.map(checkWritable),
    ...(network === undefined
      ? []
      : [
          problem(
            `The embedded database lies on ${network}, where locks do not hold: it can be damaged.`,
            'Put data_dir on a local disk. Books may stay on the network.',
          ),
        ]),
  ];
}

function checkWritable(folder: string): Finding {
  if (!isAllowed(folder, constants.R_OK | constants.W_OK | constants.X_OK))
    return problem(
      `The folder ${folder} is not writable by ${describeSelf()} (${describeOwner(folder)}).`,
      `As root: chown -R ${ownIds()} ${quoteForShell(folder)}`,
    );
  const freeBytes = readFreeBytes(folder);
  if (freeBytes === undefined) return ok(`The folder ${folder} is writable.`);
  const free = describeSize(freeBytes);
  const room = 'Free some space, or move data_dir to a larger disk.';
  if (freeBytes < leastBytes) return problem(`The disk of ${folder} has ${free} left.`, room);
  if (freeBytes < enoughBytes) return warning(`The disk of ${folder} has ${free} left.`, room);
  return ok(`The folder ${folder} is writable, with ${free} free.`);
}

/** A folder of a library: it has to be there, readable, and not empty. */
export function checkLibraryFolder(library: string, folder: string): Finding {
  const named = `The folder ${folder} of the library "${library}"`;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found)
    return problem(
      `${named} is not there. Nothing is deleted: its books wait for it.`,
      'Mount its disk, or give the library its new folder.',
    );
  if (!found.isDirectory()) return problem(`${named} is no folder.`, 'Give the library its folder.');
  if (!isAllowed(folder, constants.R_OK | constants.X_OK)) return problem(...unreadable(named, folder));
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.length === 0) return warning(`${named} is empty.`, 'Look whether its disk is mounted.');
  const closed = entries.slice(0, maxTried).find((entry) => {
    const mode = entry.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK;
    return !isAllowed(join(entry.parentPath, entry.name), mode);
  });
  if (closed) return problem(...unreadable(`${closed.name} in ${folder}`, join(folder, closed.name)));
  return ok(`${named} is readable.`);
}

const unreadable = (named: string, path: string): [message: string, remedy: string] => [
  `${named} cannot be read by ${describeSelf()} (${describeOwner(path)}).`,
  `As its owner: chmod -R o+rX ${quoteForShell(path)}, or run Lectern as that owner.`,
];

/** Links that lead nowhere are another fault, which scans name. */
function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    return !['EACCES', 'EPERM', 'EROFS'].includes(systemCodeOf(error) ?? '');
  }
}

const ownIds = (): string => `${process.getuid?.() ?? ''}:${process.getgid?.() ?? ''}`;

const describeSelf = (): string =>
  process.getuid ? `uid ${process.getuid()}, gid ${process.getgid?.()}` : 'this account';

function describeOwner(path: string): string {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return found ? `owner ${found.uid}:${found.gid}, mode ${(found.mode & 0o7777).toString(8)}` : 'no facts';
}

function readFreeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

const describeSize = (bytes: number): string =>
  bytes < 1024 * MiB ? `${Math.floor(bytes / MiB)} MiB` : `${(bytes / 1024 / MiB).toFixed(1)} GiB`;
