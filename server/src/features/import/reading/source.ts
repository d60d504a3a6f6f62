// Resolves a server path to import from. It must be in a folder allowed for libraries and not belong to the server
// itself.
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findGivenDatabase, isExport } from '#features/import/sources/index.ts';
import type { LibraryBounds } from '#features/libraries/libraries/index.ts';
import { reason, systemCodeOf } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';
import { refused, refusing } from './in-worker.ts';

/**
 * Resolves a path given by an administrator: a database file, a folder with one, an export folder, or an archive.
 * Throws import_refused.
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
  return path;
}
