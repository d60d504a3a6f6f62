// Lists folders of the server for choosing the folders of a library.
import { access, constants, readdir, realpath } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import type { LibraryBounds } from '#features/libraries/libraries/index.ts';
import { invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';

export interface FolderListing {
  currentPath: string;
  parentPath: string | null;
  entries: { name: string; path: string; isDirectory: boolean; isReadable: boolean }[];
}

const maxEntries = 5_000;

/** Folders of the root of the file system that usually contain books, listed first. */
const usual = ['media', 'mnt', 'home', 'srv'];
/** Folders of the root of the file system that belong to the operating system. A path in them can still be browsed. */
const systemFolders: ReadonlySet<string> = new Set([
  ...['bin', 'boot', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'lost+found', 'proc', 'root', 'run'],
  ...['sbin', 'snap', 'sys', 'tmp', 'usr', 'var', 'System', 'Library', 'private', 'cores'],
  ...['Windows', 'Program Files', 'Program Files (x86)', 'ProgramData', 'PerfLogs', 'Recovery'],
  ...['$Recycle.Bin', 'System Volume Information'],
]);

/**
 * Folders directly under a path, within the allowed roots and without folders closed to the caller. Without a path,
 * returns the allowed roots or the root of the file system.
 */
export async function browseFolders(
  path: string | undefined,
  { allowedRoots, own, closed }: LibraryBounds & { closed: readonly string[] },
): Promise<FolderListing> {
  const isClosed = (one: string) => closed.some((folder) => isWithin(one, folder));
  const roots = await Promise.all(allowedRoots.map(toRealPath));
  if (path === undefined && allowedRoots.length > 0) {
    const open = roots.filter((root) => !isClosed(root));
    const entries = await Promise.all(open.map((root) => toEntry(root, root)));
    return { currentPath: '', parentPath: null, entries };
  }
  const given = path ?? parse(process.cwd()).root;
  if (given.includes('\0')) throw invalid(toIssue('query.path', reason('no_nul')));
  const current = await realpath(resolve(given)).catch(() => {
    throw notFound('folder');
  });
  if (allowedRoots.length > 0 && !roots.some((root) => isWithin(current, root))) throw notFound('folder');
  if (await own.isInside(current)) throw notFound('folder');
  if (isClosed(current)) throw notFound('folder');
  const names = await readdir(current, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR')
      throw invalid(toIssue('query.path', reason('folder_is_file', { path: current })));
    throw invalid(toIssue('query.path', reason('folder_unreadable', { path: current })));
  });
  const isRoot = dirname(current) === current;
  const isOwn = await own.createCheck();
  const shown = names
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => !isRoot || !systemFolders.has(name))
    .map(({ name }) => ({ name, path: join(current, name) }))
    .filter((entry) => !isClosed(entry.path))
    .slice(0, maxEntries);
  const entries = await Promise.all(
    shown.map(async ({ name, path }) => ((await isOwn(path)) ? [] : [await toEntry(path, name)])),
  ).then((found) => found.flat());
  const rank = ({ name }: { name: string }) =>
    isRoot && usual.includes(name) ? usual.indexOf(name) : usual.length;
  entries.sort(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' }),
  );
  const parent = dirname(current);
  const hasParent =
    parent !== current && (allowedRoots.length === 0 || roots.some((root) => isWithin(parent, root)));
  return { currentPath: current, parentPath: hasParent ? parent : null, entries };
}

async function toEntry(path: string, name: string) {
  const isReadable = await access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return { name, path, isDirectory: true, isReadable };
}
