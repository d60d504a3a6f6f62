// The target folder of a file for a viewer. The rule is that of uploads (uploads/beside.ts): a viewer who sees only a part of
// a library, by tags or age ratings, learns only of visible books. A file whose name is taken by a hidden one gets a free name.
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { listNames } from '#infrastructure/files/writing/moving.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { isTaken, lookBeside, maxTries, seesAll, type VisibleDependencies } from '../uploads/index.ts';
import { checkNewName, type Kind, numberFiles, toFolderNames } from './names.ts';

/** A folder of a library. */
export interface LibraryFolder {
  library: ScanLibrary;
  root: ScanLibrary['roots'][number];
  folder: string;
}

/** The name of a file before and after. */
export interface FileNames {
  from: string;
  to: string;
}

export interface PlaceDependencies extends VisibleDependencies {
  books: Pick<BookFiles, 'findByIds' | 'listFolder'>;
}

export interface Target {
  /** For viewers who see the whole library, with the case used on disk. */
  folder: string;
  /** The keys of the names in it. */
  keys: Set<string>;
  isBelow(path: string): boolean;
}

/** Throws a Problem for a folder that cannot be the target. Does not depend on hidden files and folders. */
export async function lookAt(
  deps: PlaceDependencies,
  viewer: Viewer,
  { root, folder }: LibraryFolder,
  isOwnFolder: boolean,
): Promise<Target> {
  const names = toFolderNames(folder);
  if (!seesAll(viewer)) {
    const { keys } = await lookBeside(deps, viewer, { root, folders: names });
    // Without visible books, the folder counts as new whether it exists or not.
    if (!isOwnFolder && keys.size === 0) for (const one of names) checkNewName(one);
    const path = [root.path, ...names].join('/');
    return { folder, keys: new Set(keys), isBelow: (one) => isWithin(`${path}/`, one) };
  }
  const located = await deps.folders.locateWithoutLinks(root.path, names);
  for (const one of located.missing) checkNewName(one);
  const beside = located.missing.length > 0 ? [] : await listNames(located.path);
  const found = located.names.join('/');
  const keys = new Set(beside.map(toNameKey));
  for (const row of await deps.books.listFolder(root.id, found)) keys.add(toNameKey(row.fileName));
  return { folder: found, keys, isBelow: (one) => isWithin(`${located.path}/`, one) };
}

/** The folders of the path, from the top, that are the names of books. */
export async function findBooksAbove(
  { books }: Pick<PlaceDependencies, 'books'>,
  rootId: string,
  folder: string,
): Promise<{ id: string; path: string }[]> {
  const names = toFolderNames(folder);
  const found: { id: string; path: string }[] = [];
  for (const [i, name] of names.entries()) {
    const rows = await books.listFolder(rootId, names.slice(0, i).join('/'));
    const row = rows.find((one) => toNameKey(one.fileName) === toNameKey(name));
    if (row) found.push({ id: row.id, path: names.slice(0, i + 1).join('/') });
  }
  return found;
}

/** How files of a viewer get free names; undefined for viewers who see the whole library. */
export interface FreeNames extends Kind {
  /** A hidden book has the name of the folder or of one above it. */
  isBlocked: boolean;
}

interface Opened {
  path: string;
  folder: string;
}

/** Opens the target folder, or the first of `Folder`, `Folder (2)` and so on that can be used. */
export async function openTarget(
  folders: TargetFolders,
  { root, folder }: Pick<LibraryFolder, 'folder'> & { root: { path: string } },
  free: FreeNames | undefined,
): Promise<Opened> {
  if (!free) return { path: await folders.open(root.path, folder, { create: true }), folder };
  const [first = '', ...rest] = toFolderNames(folder);
  for (let n = free.isBlocked ? 2 : 1; ; n++) {
    const names = first === '' ? [] : [n === 1 ? first : `${first} (${n})`, ...rest];
    try {
      const located = await folders.locateWithoutLinks(root.path, names);
      const found = located.names.join('/');
      return { path: await folders.open(root.path, found, { create: true }), folder: found };
    } catch (error) {
      if (!isTaken(error) || n >= maxTries) throw error;
    }
  }
}

/** Renames the files to names that are free in the target: `Saga 1 (2).cbz` if a hidden file has the name. */
export async function toFreeNames(
  { source, target }: { source: string; target: string },
  files: readonly FileNames[],
  free: FreeNames,
): Promise<FileNames[]> {
  const leaving = new Set(source === target ? files.map(({ from }) => from) : []);
  const taken = new Set((await listNames(target)).filter((one) => !leaving.has(one)).map(toNameKey));
  for (let n = 1; n < maxTries; n++) {
    const numbered = n === 1 ? [...files] : numberFiles(files, n, free);
    if (!numbered.some(({ to }) => taken.has(toNameKey(to)))) return numbered;
  }
  return [...files];
}
