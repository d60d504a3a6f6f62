// Resolves a server path to import from. It must be in a folder allowed for libraries and not belong to the server
// itself.
import { realpath, stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findGivenDatabase, isExport } from '#features/import/sources/index.ts';
import type { LibraryBounds } from '#features/libraries/libraries/index.ts';
import { invalid, reason, systemCodeOf, toIssue } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';
import { refused, refusing } from './in-worker.ts';

/** File systems of the kernel (statfs). Their files have no size, and some describe the memory of this process. */
const kernelFileSystems: readonly number[] = [
  ...[0x9fa0, 0x62656572, 0x64626720, 0x74726163, 0x73636673, 0x27e0eb, 0x63677270, 0x62656570],
  ...[0xcafe4a11, 0x6165676c, 0xde5e81e4],
];

/** Throws validation_failed for devices, pipes, sockets, and files of the kernel such as `/proc/self/mem`. */
async function refuseSpecialFile(path: string): Promise<void> {
  const found = await stat(path);
  const isPlain = found.isFile() || found.isDirectory();
  if (isPlain && !kernelFileSystems.includes((await statfs(path)).type)) return;
  throw invalid(toIssue('body.path', reason('import_no_file', { file: path })));
}

/**
 * Resolves a path given by an administrator: a database file, a folder with one, an export folder, or an archive.
 * Throws import_refused, or validation_failed for a special file.
 */
export async function findSource(given: string, bounds: LibraryBounds): Promise<string> {
  const path = await checkPlace(given, bounds);
  if (await isExport(path)) return path;
  const found = await refusing(() => findGivenDatabase(path));
  // The database may be a link to another location.
  const file = found === path ? path : await checkPlace(found, bounds);
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw refused(reason('import_no_file', { file }));
  return file;
}

/** Resolves links. Paths outside the allowed folders are rejected whether they exist or not. */
async function checkPlace(given: string, { allowedRoots, own }: LibraryBounds): Promise<string> {
  const absolute = resolve(given);
  const roots = await Promise.all(allowedRoots.map(toRealPath));
  const isAllowed = (path: string) => roots.length === 0 || roots.some((root) => isWithin(path, root));
  const elsewhere = () =>
    refused(reason('import_file_elsewhere', { path: absolute, allowed: allowedRoots.join(', ') }));
  const path = await realpath(absolute).catch((error: unknown) => {
    if (!isAllowed(absolute)) throw elsewhere();
    const code = systemCodeOf(error);
    const isClosed = code === 'EACCES' || code === 'EPERM';
    throw refused(reason(isClosed ? 'import_file_unreadable' : 'import_file_missing', { file: absolute }));
  });
  if (!isAllowed(path)) throw elsewhere();
  if ((await own.relate(path)) === 'inside')
    throw refused(reason('import_file_of_server', { path: absolute }));
  await refuseSpecialFile(path);
  return path;
}
