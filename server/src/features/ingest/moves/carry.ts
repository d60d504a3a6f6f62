// Moves all files of a book to their destinations, or none.
import { conflict, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import { listNames, look, removeEmptyFolders, renameCase } from '#infrastructure/files/writing/moving.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { isSystemName } from '../discovery/index.ts';
import { type FileNames, type FreeNames, type LibraryFolder, openTarget, toFreeNames } from './place.ts';

/** A folder below a root. */
interface Spot {
  root: { path: string };
  folder: string;
}

/** The first file is the book's own. */
export interface Carried {
  from: Spot;
  to: Spot;
  files: FileNames[];
  free?: FreeNames | undefined;
}

/** Returns the final folder and names. Throws a Problem if the files remain in place. */
export async function carry(
  folders: TargetFolders,
  { from, to, files, free }: Carried,
): Promise<{ folder: string; files: FileNames[] }> {
  let target: string | undefined;
  try {
    const source = await folders.open(from.root.path, from.folder);
    const opened = await openTarget(folders, to, free);
    target = opened.path;
    const named = free ? await toFreeNames({ source, target }, files, free) : files;
    await carryAll(folders, { source, target }, named, opened.folder);
    await removeEmptyFolders(await folders.open(from.root.path, ''), source);
    return { folder: opened.folder, files: named };
  } catch (error) {
    if (target !== undefined) await removeEmptyFolders(await folders.open(to.root.path, ''), target);
    const path = toDisplayName(joinNames(from.folder, files[0]?.from ?? ''));
    if (systemCodeOf(error) === 'ENOENT') throw conflict(reason('trash_file_missing', { path }));
    throw toPlaceProblem(error, to.root);
  }
}

/** The reverse move. */
export const toBack = ({ from, to, files }: Carried): Carried => ({
  from: to,
  to: from,
  files: files.map((file) => ({ from: file.to, to: file.from })),
});

/** The book's own file comes last: once it is in place, all files are. */
async function carryAll(
  folders: TargetFolders,
  { source, target }: { source: string; target: string },
  files: readonly FileNames[],
  folder: string,
): Promise<void> {
  const done: FileNames[] = [];
  try {
    for (const file of files.toReversed()) {
      if (!(await moveFile(folders, source, target, file)))
        throw conflict(reason('upload_exists', { path: toDisplayName(joinNames(folder, file.to)) }));
      done.push(file);
    }
  } catch (error) {
    for (const file of done.toReversed())
      await moveFile(folders, target, source, { from: file.to, to: file.from }).catch(() => {});
    throw error;
  }
}

/** Returns false if the name is taken. */
function moveFile(
  folders: TargetFolders,
  source: string,
  target: string,
  { from, to }: FileNames,
): Promise<boolean> {
  if (source === target && from === to) return Promise.resolve(true);
  return source === target && toNameKey(from) === toNameKey(to)
    ? renameCase(source, from, to)
    : folders.moveInto(`${source}/${from}`, target, to);
}

/** Moves the remaining files of a folder that all of its books have left. Skips names that exist in the destination. */
export async function carryRest(
  folders: TargetFolders,
  from: LibraryFolder,
  to: LibraryFolder,
): Promise<void> {
  const source = await folders.open(from.root.path, from.folder).catch(() => undefined);
  if (source === undefined) return;
  const target = await folders.open(to.root.path, to.folder, { create: true });
  for (const name of await listNames(source)) {
    const isFile = !isSystemName(name) && (await look(`${source}/${name}`))?.isFile();
    if (isFile) await folders.moveInto(`${source}/${name}`, target, name).catch(() => {});
  }
  await removeEmptyFolders(await folders.open(from.root.path, ''), source);
}
