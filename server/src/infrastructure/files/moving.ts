// Moves files and folders between folders: whole or not at all, over no other, and never out of the folder that they are to lie in.
// Paths and names are text as names.ts writes it, so that those that are no UTF-8 are moved like all others.
import { constants, type Stats } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import { basename } from 'node:path';
import { conflict, forbidden, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import { toCopyName, toDisplayName, toNameText, toNativeName } from './names.ts';
import { makeFolder, placeFile, syncFolder, toNameKey } from './new-files.ts';
import { isWithin } from './own-folders.ts';

/** Whether something that was written down is the name of a file, and no way to another folder. */
export const isNameText = (name: string): boolean =>
  !['', '.', '..'].includes(name) &&
  !/[/\0]/.test(name) &&
  toNameText(Buffer.from(toNativeName(name))) === name;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const toReal = async (path: string): Promise<string> =>
  toNameText(await realpath(toNativeName(path), 'buffer'));

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

/**
 * The real path of a folder below a root. Throws `conflict` where it is missing, unless it is to be made, or no folder, and
 * `forbidden` where a link leads out of the root.
 */
export async function openFolder(root: string, folder: string, { create = false } = {}): Promise<string> {
  const top = await toReal(root).catch(() => {
    throw conflict(reason('folder_missing', { path: basename(root) }));
  });
  let path = top;
  for (const name of folder === '' ? [] : folder.split('/')) {
    const known = await findNameIn(path, name);
    if (known === undefined && !create)
      throw conflict(reason('folder_missing', { path: toDisplayName(folder) }));
    if (known === undefined) await makeFolder(toNativeName(`${path}/${name}`));
    path = await follow(`${path}/${known ?? name}`, top, folder);
  }
  return path;
}

export interface Located {
  /** The real path of its deepest folder that is there. */
  path: string;
  /** As they are on the disk, where they are there. */
  names: string[];
  /** Those that are not there. */
  missing: string[];
}

/**
 * How far a folder below a root is there. Throws as `openFolder`, and `forbidden` for every link: what lies behind one lies elsewhere.
 */
export async function locateFolder(root: string, given: readonly string[]): Promise<Located> {
  let path = await openFolder(root, '');
  const names: string[] = [];
  for (const [i, name] of given.entries()) {
    const known = await findNameIn(path, name);
    if (known === undefined) return { path, names: [...names, ...given.slice(i)], missing: given.slice(i) };
    names.push(known);
    path = `${path}/${known}`;
    const facts = await look(path);
    const shown = { path: toDisplayName(names.join('/')) };
    if (facts?.isSymbolicLink()) throw forbidden(reason('upload_outside', shown));
    if (!facts?.isDirectory()) throw conflict(reason('folder_is_file', shown));
  }
  return { path, names, missing: [] };
}

async function follow(path: string, top: string, folder: string): Promise<string> {
  const real = await toReal(path).catch(() => undefined);
  if (real === undefined || !isWithin(real, top))
    throw forbidden(reason('upload_outside', { path: toDisplayName(folder) }));
  if (!(await stat(toNativeName(real))).isDirectory())
    throw conflict(reason('folder_is_file', { path: toDisplayName(folder) }));
  return real;
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

/** To a name that nobody else can have: in a folder that was just made. */
export async function moveEntry(from: string, to: string): Promise<void> {
  try {
    await rename(toNativeName(from), toNativeName(to));
  } catch (error) {
    if (systemCodeOf(error) !== 'EXDEV') throw error;
    await copyEntry(from, to);
    await rm(toNativeName(from), { recursive: true });
  }
  await syncFolder(toNativeName(parentOf(to)));
  await syncFolder(toNativeName(parentOf(from)));
}

/** To a name of a folder; false where it is taken, in whatever case. From another file system it comes as a copy, in one step. */
export async function moveInto(from: string, folder: string, name: string): Promise<boolean> {
  if ((await findNameIn(folder, name)) !== undefined) return false;
  const isFolder = (await lstat(toNativeName(from))).isDirectory();
  const to = `${folder}/${name}`;
  try {
    return await place(from, to, isFolder);
  } catch (error) {
    if (systemCodeOf(error) !== 'EXDEV') throw error;
  }
  const beside = `${folder}/${toCopyName(newId())}`;
  try {
    await copyEntry(from, beside);
    if (!(await place(beside, to, isFolder))) return false;
  } finally {
    await rm(toNativeName(beside), { recursive: true, force: true });
  }
  await rm(toNativeName(from), { recursive: true });
  return true;
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

async function place(from: string, to: string, isFolder: boolean): Promise<boolean> {
  if (!isFolder) return placeFile(toNativeName(from), toNativeName(to));
  try {
    // Takes the place of nothing but an empty folder.
    await rename(toNativeName(from), toNativeName(to));
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return false;
    throw error;
  }
  await syncFolder(toNativeName(parentOf(to)));
  return true;
}

/** Whole and safe on the disk, or not at all. */
async function copyEntry(from: string, to: string): Promise<void> {
  try {
    await copyTree(from, to);
  } catch (error) {
    await rm(toNativeName(to), { recursive: true, force: true });
    throw error;
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  const [source, target] = [toNativeName(from), toNativeName(to)];
  const facts = await lstat(source);
  if (facts.isSymbolicLink()) return symlink(await readlink(source, 'buffer'), target);
  if (facts.isDirectory()) {
    await mkdir(target);
    for (const name of await listNames(from)) await copyTree(`${from}/${name}`, `${to}/${name}`);
    await syncFolder(target);
  } else {
    await copyFile(source, target, constants.COPYFILE_EXCL);
    const handle = await open(target, 'r');
    await handle.sync().finally(() => handle.close());
  }
  await chmod(target, facts.mode & 0o777).catch(() => {});
  await utimes(target, facts.atime, facts.mtime).catch(() => {});
}
