// New files appear under their names whole or not at all, and never take the place of another.
import { chmod, link, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';
import type { NativePath } from '../names.ts';
import { toSafeFileName } from '../safe-names.ts';

/** The form in which names are one: some file systems know no case, and some write accents in two ways. */
export const toNameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

const maxDepth = 16;

/**
 * The names of a relative path that somebody sent, each made one that every file system takes. Undefined for what is no
 * such path: names that lead upwards or that are nothing, too many of them, too long.
 */
export function toSafeNames(path: string): string[] | undefined {
  const given = path.split('/');
  if (given.length > maxDepth || Buffer.byteLength(path) > 1_000) return undefined;
  if (given.some((name) => /^[\s.]*$/.test(name) || name.includes('\0'))) return undefined;
  return given.map(toSafeFileName);
}

/** A new one may be used by those who may use the folder that it lies in; one that is there stays as it is. */
export async function makeFolder(path: NativePath): Promise<void> {
  try {
    await mkdir(path);
    await chmod(path, await findMode(toParent(path), 0o777)).catch(() => {});
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  await syncFolder(toParent(path));
}

/** Who may read and write what is new in a folder: those who may read and write the folder. The server's own files are its own. */
export async function findMode(folder: NativePath, mask: 0o777 | 0o666): Promise<number> {
  return (await stat(folder)).mode & mask;
}

/** Links cannot be made on some file systems: FAT, shares of other machines. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EACCES'];

/**
 * Moves a file within its file system to a name that nobody has. False where the name is taken. Two links to one file are the only
 * way that is safe from races; where there are none the name is taken by an empty file for a moment.
 */
export async function placeFile(from: NativePath, to: NativePath): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!noLinks.includes(code)) throw error;
    return placeWithoutLinks(from, to);
  }
  await rm(from);
  await syncFolder(toParent(to));
  return true;
}

const toParent = (path: NativePath): NativePath =>
  typeof path === 'string' ? dirname(path) : path.subarray(0, path.lastIndexOf('/'));

async function placeWithoutLinks(from: NativePath, to: NativePath): Promise<boolean> {
  try {
    await (await open(to, 'wx')).close();
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await rename(from, to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  await syncFolder(toParent(to));
  return true;
}

const youngMs = 60 * 60 * 1000;

/** Removes what was cut off in the middle. By ctime, which no copy brings along: one that is made now stays. */
export async function removeLeftFile(path: NativePath, nowMs: number): Promise<void> {
  const facts = await lstat(path).catch(() => undefined);
  if (facts?.isFile() && nowMs - facts.ctimeMs > youngMs) await rm(path, { force: true });
}

/** Makes the names of a folder safe from a power cut, where its file system can. */
export async function syncFolder(path: NativePath): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
