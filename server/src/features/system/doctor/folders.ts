// Checks the permissions of the account that runs the program, and free space.
import { type Dirent, existsSync, readdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#infrastructure/config/schema.ts';
import { explainFolder } from '#infrastructure/database/data-folder-faults.ts';
import { findDatabaseFile } from '#infrastructure/database/open.ts';
import { explainFault } from '#infrastructure/files/faults/explain.ts';
import { findFault, locateFault } from '#infrastructure/files/faults/find.ts';
import { explained, type Finding, ok, problem, warning } from './finding.ts';
import { findStorageFaults } from './start.ts';

const MiB = 1024 ** 2;
/** Enough for a database, its log and a copy of it before an upgrade. */
const enoughBytes = 1024 * MiB;
const leastBytes = 100 * MiB;

/** Number of tested entries in a library folder. The files of a library usually have the same permissions. */
const maxTried = 500;

/** The folders that the program creates and writes. Other faults of configured folders are in configuration.ts. */
export function checkOwnFolders(config: Config): Finding[] {
  const { dataDir, pdf, backup, dropFolder } = config;
  const file = findDatabaseFile(config);
  const faults = findStorageFaults(config);
  const others = [file && dirname(file), pdf.pageCache.dir, backup.dir, dropFolder.path];
  const existing = new Set(
    [dataDir, ...others].filter((folder) => folder !== undefined && existsSync(folder)),
  );
  return [
    ...faults.map(explained),
    ...(existing.has(dataDir) || explainFolder(dataDir)
      ? []
      : [
          warning(
            `The data folder ${dataDir} does not exist yet.`,
            'The first start of the server creates it.',
          ),
        ]),
    ...[...existing].flatMap((folder = '') => (isWritable(folder) ? checkSpace(folder) : [])),
  ];
}

const isWritable = (folder: string): boolean =>
  findFault(folder, { access: 'write', isFolder: true }) === undefined;

function checkSpace(folder: string): Finding[] {
  const freeBytes = readFreeBytes(folder);
  if (freeBytes === undefined) return [ok(`The folder ${folder} is writable.`)];
  const free = describeSize(freeBytes);
  const room = 'Free some space, or move data_dir to a larger disk.';
  if (freeBytes < leastBytes) return [problem(`The disk of ${folder} has ${free} left.`, room)];
  if (freeBytes < enoughBytes) return [warning(`The disk of ${folder} has ${free} left.`, room)];
  return [ok(`The folder ${folder} is writable, with ${free} free.`)];
}

/**
 * A folder of a library: it exists, is readable and not empty. Never throws, because its errors are not database
 * errors.
 */
export function checkLibraryFolder(library: string, folder: string): Finding {
  const named = `The folder ${folder} of the library "${library}"`;
  const subject = { what: 'The folder', path: folder, access: 'read' as const };
  const fault = findFault(folder, { access: 'read', isFolder: true });
  if (fault?.kind === 'missing')
    return problem(
      `${named} does not exist. Its books are kept.`,
      'Mount its disk, or set the new folder of the library.',
    );
  if (fault?.kind === 'wrong_kind') return problem(`${named} is a file.`, 'Set the folder of the library.');
  if (fault) {
    const { message, remedy } = explainFault(fault, subject);
    const kept = `The books of the library "${library}" are kept`;
    return problem(`${message}. ${kept}.`, remedy);
  }
  return checkEntries(named, folder);
}

function checkEntries(named: string, folder: string): Finding {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const fault = locateFault(error, folder);
    if (!fault) throw error;
    return explained(explainFault(fault, { what: 'The folder', path: folder, access: 'read' }));
  }
  if (entries.length === 0) return warning(`${named} is empty.`, 'Check whether its disk is mounted.');
  for (const entry of entries.slice(0, maxTried)) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const path = join(folder, entry.name);
    const fault = findFault(path, { access: 'read', isFolder: entry.isDirectory() });
    // The entry was deleted after the folder was listed.
    if (!fault || fault.kind === 'missing') continue;
    const what = entry.isDirectory() ? 'The folder' : 'The file';
    return explained(explainFault(fault, { what, path, access: 'read' }));
  }
  return ok(`${named} is readable.`);
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
