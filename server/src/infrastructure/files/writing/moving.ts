// Names and entries of folders. Paths and names are text as names.ts writes it, so that names that are not UTF-8 work as well.
// Folders to write into are resolved by target-folders.ts.
import type { Stats } from 'node:fs';
import { lstat, readdir, rename, rmdir } from 'node:fs/promises';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { toNameText, toNativeName } from '../names.ts';
import { isWithin } from '../own-folders.ts';
import { syncFolder, toNameKey } from './new-files.ts';

/** Whether something that was written down is the name of a file, and no way to another folder. */
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

/** The names in a folder. */
export const listNames = async (folder: string): Promise<string[]> =>
  (await readdir(toNativeName(folder), { encoding: 'buffer' })).map(toNameText);

/** The name as it is on the disk, also of another case; undefined where there is none. */
export async function findNameIn(folder: string, name: string): Promise<string | undefined> {
  if (await look(`${folder}/${name}`)) return name;
  const key = toNameKey(name);
  return (await listNames(folder)).find((one) => toNameKey(one) === key);
}

/** Removes a folder and those above it up to the root, as far as they are empty. */
export async function removeEmptyFolders(top: string, folder: string): Promise<void> {
  for (let path = folder; path !== top && isWithin(path, top); path = parentOf(path)) {
    const isGone = await rmdir(toNativeName(path)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

/** Whether two names are of one file: a process was cut off while it was moved. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await look(one), await look(other)];
  return a !== undefined && b?.isFile() === true && a.ino === b.ino && a.dev === b.dev;
}

/** To a name of the same folder that differs in case alone; false where another has it. */
export async function renameCase(folder: string, from: string, to: string): Promise<boolean> {
  const key = toNameKey(to);
  if ((await listNames(folder)).some((one) => one !== from && toNameKey(one) === key)) return false;
  await rename(toNativeName(`${folder}/${from}`), toNativeName(`${folder}/${to}`));
  await syncFolder(toNativeName(folder));
  return true;
}
