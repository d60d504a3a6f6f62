// Plans the move of a book's files, and checks for conflicts. Changes nothing.
import type { FilePlace } from '@lectern/contract/moves';
import type { BookRow } from '#catalog/book-rows.ts';
import { isFileThere } from '#catalog/presence.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { conflict, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { isWithin } from '#infrastructure/files/own-folders.ts';
import { listNames, look } from '#infrastructure/files/writing/moving.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import type { Located, TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { createIgnoreFiles, toExclusion } from '../discovery/index.ts';
import { findCompanions } from '../trash/index.ts';
import { findPathFault } from '../uploads/index.ts';
import { checkNewName, renameFiles, toFolderNames } from './names.ts';

export interface PlanDependencies {
  books: Pick<BookFiles, 'findByIds' | 'listFolder'>;
  folders: TargetFolders;
}

type Root = ScanLibrary['roots'][number];

/** A folder of a library. */
export interface Place {
  library: ScanLibrary;
  root: Root;
  folder: string;
}

export interface Wanted {
  book: BookRow;
  from: Place;
  to: Place;
  name: string;
  /** Destinations already taken by other moves of the request. */
  taken: Set<string>;
  /** Names in its folder that are moved too: other formats of the book and their companion files. */
  going: ReadonlySet<string>;
}

/** All moved files, starting with the book's own. */
export interface Plan {
  book: BookRow;
  from: Place;
  to: Place;
  files: { from: string; to: string }[];
}

export const toFilePlace = ({ library, root, folder }: Place, name: string): FilePlace => ({
  libraryId: library.id,
  root: library.roots.indexOf(root),
  ...{ folder, name },
});

/** Throws a Problem if the move is not possible. */
export async function planMove(deps: PlanDependencies, wanted: Wanted): Promise<Plan> {
  try {
    return await plan(deps, wanted);
  } catch (error) {
    if (systemCodeOf(error) === 'ENAMETOOLONG')
      throw conflict(reason('move_name', { name: toDisplayName(wanted.to.folder).slice(0, 200) }));
    throw toPlaceProblem(error, wanted.to.root);
  }
}

async function plan(deps: PlanDependencies, { book, from, to, name, ...wanted }: Wanted): Promise<Plan> {
  const { fileName } = book;
  const isFolder = book.fileFormat === 'folder';
  const missing = conflict(
    reason('trash_file_missing', { path: toDisplayName(joinNames(book.folder, fileName)) }),
  );
  if (!isFileThere(book)) throw missing;
  const source = await deps.folders.open(from.root.path, from.folder);
  const facts = await look(`${source}/${fileName}`);
  if (!(isFolder ? facts?.isDirectory() : facts?.isFile())) throw missing;
  const located = await deps.folders.locateWithoutLinks(to.root.path, toFolderNames(to.folder));
  const folder = located.names.join('/');
  const isSameFolder = from.root.id === to.root.id && folder === from.folder;
  if (isSameFolder && name === fileName) throw conflict(reason('move_same'));
  for (const one of [...located.missing, ...(name === fileName ? [] : [name])]) checkNewName(one);
  if (isFolder && isWithin(`${located.path}/`, `${source}/${fileName}`))
    throw conflict(reason('move_into_itself'));
  const arriving = { source, fileName, isFolder, to, name, located, ...wanted };
  const files = await planFiles(deps, arriving, { isSameFolder, bookId: book.id });
  return { book, from, to: { ...to, folder }, files };
}

/** A file or image folder from outside that is added to a library. */
interface Arriving {
  /** The real path of its folder. */
  source: string;
  fileName: string;
  isFolder: boolean;
  to: Place;
  name: string;
  taken: Set<string>;
  going?: ReadonlySet<string>;
}

/** Plans the destination of the file and its companion files. Throws a Problem if it is not possible. */
export async function planArrival(
  deps: PlanDependencies,
  arriving: Arriving,
): Promise<Pick<Plan, 'to' | 'files'>> {
  const { to, name } = arriving;
  try {
    const located = await deps.folders.locateWithoutLinks(to.root.path, toFolderNames(to.folder));
    for (const one of [...located.missing, name]) checkNewName(one);
    const files = await planFiles(deps, { ...arriving, located });
    return { to: { ...to, folder: located.names.join('/') }, files };
  } catch (error) {
    throw toPlaceProblem(error, to.root);
  }
}

/** All moved files with their new names, starting with the book's own. Throws if a name is taken. */
async function planFiles(
  deps: PlanDependencies,
  { source, fileName, isFolder, to, name, located, taken, going }: Arriving & { located: Located },
  { isSameFolder = false, bookId }: { isSameFolder?: boolean; bookId?: string } = {},
): Promise<Plan['files']> {
  const folder = located.names.join('/');
  const companions = await findCompanions(source, { name: fileName, isFolder, ...(going && { going }) });
  const isVolume = companions.some((one) => /\.(?:rar|cbr|r\d\d)$/i.test(one));
  const renamed = renameFiles(fileName, companions, name, { isFolder, isVolume });
  await checkAllowed(deps, { ...to, folder }, { name, isFolder });
  const files = [fileName, ...companions].map((one, i) => ({ from: one, to: renamed[i] ?? one }));
  const beside = located.missing.length > 0 ? [] : await listNames(located.path);
  const leaving = new Set(isSameFolder ? files.map((file) => file.from) : []);
  const keys = new Set(beside.filter((one) => !leaving.has(one)).map(toNameKey));
  for (const row of await deps.books.listFolder(to.root.id, folder))
    if (row.id !== bookId) keys.add(toNameKey(row.fileName));
  for (const file of files) {
    const key = `${to.root.id}/${toNameKey(joinNames(folder, file.to))}`;
    if (keys.has(toNameKey(file.to)) || taken.has(key))
      throw conflict(reason('upload_exists', { path: toDisplayName(joinNames(folder, file.to)) }));
    taken.add(key);
  }
  return files;
}

/** Throws if the library would not read the file. */
async function checkAllowed(
  deps: PlanDependencies,
  { library, root, folder }: Place,
  { name, isFolder }: { name: string; isFolder: boolean },
): Promise<void> {
  const names = [...(folder === '' ? [] : folder.split('/')), name];
  const paths = names.map((_, i) => names.slice(0, i + 1).join('/'));
  const ignored = createIgnoreFiles(root.path);
  ignored.enterAbove(joinNames(folder, name));
  const isExcluded = toExclusion(library.excludedPatterns);
  const excluded = paths.find((one) => isExcluded(one) || ignored.isIgnored(one));
  if (excluded !== undefined) throw conflict(reason('upload_excluded', { path: toDisplayName(excluded) }));
  const fault = isFolder ? undefined : findPathFault(library, names);
  if (fault) throw conflict(fault);
  if (isFolder && !library.allowedFormats.includes('folder'))
    throw conflict(reason('upload_format', { name: toDisplayName(name) }));
  for (const [i, one] of paths.slice(0, -1).entries()) {
    const rows = await deps.books.listFolder(root.id, names.slice(0, i).join('/'));
    if (rows.some(({ fileName }) => fileName === names[i]))
      throw conflict(reason('move_into_book', { path: toDisplayName(one) }));
  }
}
