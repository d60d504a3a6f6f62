// Names and entries of folders. Paths and names are text in the form of names.ts, so that names that are not UTF-8 also
// work. target-folders.ts resolves folders to write into.
import type { Stats } from 'node:fs';
import { lstat, readdir, rename, rmdir } from 'node:fs/promises';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { toNameText, toNativeName } from '../names.ts';
import { isWithin } from '../own-folders.ts';
import { syncFolder, toNameKey } from './new-files.ts';

/** Returns whether a stored text is a file name and not a path to another folder. */
export const isNameText = (name: string): boolean =>
  !['', '.', '..'].includes(name) &&
  !/[/\0]/.test(name) &&
  toNameText(Buffer.from(toNativeName(name))) === name;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const look = (path: string): Promise<Stats | undefined> =>
  lstat(toNativeName(path)).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  });

/** Returns the names in a folder. */
export const listNames = async (folder: string): Promise<string[]> =>
  (await readdir(toNativeName(folder), { encoding: 'buffer' })).map(toNameText);

/** Returns the name on the disk, even if its case differs; undefined if it does not exist. */
export async function findNameIn(folder: string, name: string): Promise<string | undefined> {
  if (await look(`${folder}/${name}`)) return name;
  const key = toNameKey(name);
  return (await listNames(folder)).find((one) => toNameKey(one) === key);
}

/** Removes a folder and its parents up to the root, while they are empty. */
export async function removeEmptyFolders(top: string, folder: string): Promise<void> {
  for (let path = folder; path !== top && isWithin(path, top); path = parentOf(path)) {
    const isGone = await rmdir(toNativeName(path)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

/** Returns whether two names belong to the same file, after a move was interrupted. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const a = await look(one);
  const b = await look(other);
  return a !== undefined && b?.isFile() === true && a.ino === b.ino && a.dev === b.dev;
}

/** Renames to a name in the same folder that differs only in case. Returns false if another file has that name. */
export async function renameCase(folder: string, from: string, to: string): Promise<boolean> {
  const key = toNameKey(to);
  if ((await listNames(folder)).some((one) => one !== from && toNameKey(one) === key)) return false;
  await rename(toNativeName(`${folder}/${from}`), toNativeName(`${folder}/${to}`));
  await syncFolder(toNativeName(folder));
  return true;
}
