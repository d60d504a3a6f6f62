// Plans the move of a book's files, and checks for conflicts. Changes nothing.
import type { FilePlace } from '@lectern/contract/ingest/moves';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { look } from '#infrastructure/files/writing/moving.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import { IgnoreFiles, toExclusion } from '../discovery/index.ts';
import { findCompanions } from '../trash/index.ts';
import { findPathFault, seesAll } from '../uploads/index.ts';
import { checkNewName, renameFiles } from './names.ts';
import {
  type FileNames,
  type FreeNames,
  findBooksAbove,
  type LibraryFolder,
  lookAt,
  type PlaceDependencies,
  type Target,
} from './place.ts';

export interface MoveRequest {
  book: BookRow;
  from: LibraryFolder;
  to: LibraryFolder;
  name: string;
  /** Destinations already taken by other moves of the request. */
  taken: Set<string>;
  /** Names in its folder that are moved too: other formats of the book and their companion files. */
  going: ReadonlySet<string>;
}

/** All moved files, starting with the book's own. */
export interface Plan {
  book: BookRow;
  from: LibraryFolder;
  to: LibraryFolder;
  files: FileNames[];
  /** Set if the files get free names where hidden files have the planned names. */
  free: FreeNames | undefined;
}

export const toFilePlace = ({ library, root, folder }: LibraryFolder, name: string): FilePlace => ({
  libraryId: library.id,
  root: library.roots.indexOf(root),
  folder,
  name,
});

/** Throws a Problem if the move is not possible. */
export async function planMove(deps: PlaceDependencies, viewer: Viewer, wanted: MoveRequest): Promise<Plan> {
  try {
    return await plan(deps, viewer, wanted);
  } catch (error) {
    if (systemCodeOf(error) === 'ENAMETOOLONG')
      throw conflict(reason('move_name', { name: toDisplayName(wanted.to.folder).slice(0, 200) }));
    throw toPlaceProblem(error, wanted.to.root);
  }
}

async function plan(
  deps: PlaceDependencies,
  viewer: Viewer,
  { book, from, to, name, ...wanted }: MoveRequest,
): Promise<Plan> {
  const { fileName } = book;
  const isFolder = book.fileFormat === 'folder';
  const missing = conflict(
    reason('trash_file_missing', { path: toDisplayName(joinNames(book.folder, fileName)) }),
  );
  if (!isFileThere(book)) throw missing;
  const source = await deps.folders.open(from.root.path, from.folder);
  const facts = await look(`${source}/${fileName}`);
  if (!(isFolder ? facts?.isDirectory() : facts?.isFile())) throw missing;
  const target = await lookAt(deps, viewer, to, from.root.id === to.root.id && from.folder === to.folder);
  const isSameFolder = from.root.id === to.root.id && target.folder === from.folder;
  if (isSameFolder && name === fileName) throw conflict(reason('move_same'));
  if (name !== fileName) checkNewName(name);
  if (isFolder && target.isBelow(`${source}/${fileName}`)) throw conflict(reason('move_into_itself'));
  const arriving = { source, fileName, isFolder, to, name, ...wanted };
  const { files, free } = await planFiles(deps, viewer, arriving, { target, isSameFolder });
  return { book, from, to: { ...to, folder: target.folder }, files, free };
}

/** A file or image folder from outside that is added to a library. */
interface Arriving {
  /** The real path of its folder. */
  source: string;
  fileName: string;
  isFolder: boolean;
  to: LibraryFolder;
  name: string;
  taken: Set<string>;
  going?: ReadonlySet<string>;
}

/** Plans the destination of the file and its companion files. Throws a Problem if it is not possible. */
export async function planArrival(
  deps: PlaceDependencies,
  viewer: Viewer,
  arriving: Arriving,
): Promise<Pick<Plan, 'to' | 'files' | 'free'>> {
  const { to, name } = arriving;
  try {
    const target = await lookAt(deps, viewer, to, false);
    checkNewName(name);
    const planned = await planFiles(deps, viewer, arriving, { target, isSameFolder: false });
    return { to: { ...to, folder: target.folder }, ...planned };
  } catch (error) {
    throw toPlaceProblem(error, to.root);
  }
}

/** All moved files with their new names, starting with the book's own. Throws if a name is taken. */
async function planFiles(
  deps: PlaceDependencies,
  viewer: Viewer,
  { source, fileName, isFolder, to, name, taken, going }: Arriving,
  { target: { folder, keys }, isSameFolder }: { target: Target; isSameFolder: boolean },
): Promise<Pick<Plan, 'files' | 'free'>> {
  const companions = await findCompanions(source, { name: fileName, isFolder, ...(going && { going }) });
  const isVolume = companions.some((one) => /\.(?:rar|cbr|r\d\d)$/i.test(one));
  const renamed = renameFiles(fileName, companions, name, { isFolder, isVolume });
  checkAllowed({ ...to, folder }, { name, isFolder });
  const isBlocked = await refuseBooksAbove(deps, viewer, { ...to, folder });
  const files = [fileName, ...companions].map((one, i) => ({ from: one, to: renamed[i] ?? one }));
  const leaving = new Set(isSameFolder ? files.map((file) => toNameKey(file.from)) : []);
  for (const file of files) {
    const own = toNameKey(file.to);
    const key = `${to.root.id}/${toNameKey(joinNames(folder, file.to))}`;
    if ((keys.has(own) && !leaving.has(own)) || taken.has(key))
      throw conflict(reason('upload_exists', { path: toDisplayName(joinNames(folder, file.to)) }));
    taken.add(key);
  }
  return { files, free: seesAll(viewer) ? undefined : { isFolder, isVolume, isBlocked } };
}

/** Whether a book that is hidden from the viewer has the name of a folder of the path. Throws for a visible one. */
async function refuseBooksAbove(
  deps: PlaceDependencies,
  viewer: Viewer,
  { root, folder }: LibraryFolder,
): Promise<boolean> {
  const above = await findBooksAbove(deps, root.id, folder);
  const ids = above.map(({ id }) => id);
  const visible = new Set((await deps.catalog.books.listByIds(viewer, ids)).map(({ id }) => id));
  const shown = above.find(({ id }) => seesAll(viewer) || visible.has(id));
  if (shown) throw conflict(reason('move_into_book', { path: toDisplayName(shown.path) }));
  return above.length > 0;
}

/** Throws if the library would not read the file. */
function checkAllowed(
  { library, root, folder }: LibraryFolder,
  { name, isFolder }: { name: string; isFolder: boolean },
): void {
  const names = [...(folder === '' ? [] : folder.split('/')), name];
  const paths = names.map((_, i) => names.slice(0, i + 1).join('/'));
  const ignored = new IgnoreFiles(root.path);
  ignored.enterAbove(joinNames(folder, name));
  const isExcluded = toExclusion(library.excludedPatterns);
  const excluded = paths.find((one) => isExcluded(one) || ignored.isIgnored(one));
  if (excluded !== undefined) throw conflict(reason('upload_excluded', { path: toDisplayName(excluded) }));
  const fault = isFolder ? undefined : findPathFault(library, names);
  if (fault) throw conflict(fault);
  if (isFolder && !library.allowedFormats.includes('folder'))
    throw conflict(reason('upload_format', { name: toDisplayName(name) }));
}
