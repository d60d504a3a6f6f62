// New files appear under their names completely or not at all, and never replace another file.
import { chmod, link, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';
import type { NativePath } from '../names.ts';
import { toSafeFileName } from '../safe-names.ts';

/** The form in which names are equal: some file systems ignore case, and some store accents in two forms. */
export const toNameKey = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

const maxDepth = 16;

/**
 * Splits a client's relative path into names that every file system accepts. Undefined for paths that lead upwards,
 * contain empty names, or are too deep or too long.
 */
export function toSafeNames(path: string): string[] | undefined {
  const given = path.split('/');
  if (given.length > maxDepth || Buffer.byteLength(path) > 1_000) return undefined;
  if (given.some((name) => /^[\s.]*$/.test(name) || name.includes('\0'))) return undefined;
  return given.map(toSafeFileName);
}

/** A new folder has the permissions of its parent. An existing one is not changed. */
export async function makeFolder(path: NativePath): Promise<void> {
  try {
    await mkdir(path);
    await chmod(path, await findMode(toParent(path), 0o777)).catch(() => {});
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  await syncFolder(toParent(path));
}

/** Returns the mode for new entries in a folder: the permissions of the folder. The server's own files are private. */
export async function findMode(folder: NativePath, mask: 0o777 | 0o666): Promise<number> {
  return (await stat(folder)).mode & mask;
}

/** Some file systems do not support hard links: FAT, network shares. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EACCES'];

/**
 * Moves a file within its file system to an unused name. Returns false if the name is taken. Two hard links to one file
 * are the only method without races. Without links, an empty file reserves the name for a moment.
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

/**
 * Removes a leftover of an interrupted write. Decides by ctime, which copies do not preserve, so that a recent file is
 * kept.
 */
export async function removeLeftFile(path: NativePath, nowMs: number): Promise<void> {
  const facts = await lstat(path).catch(() => undefined);
  if (facts?.isFile() && nowMs - facts.ctimeMs > youngMs) await rm(path, { force: true });
}

/** Makes the names in a folder durable, if its file system supports it. */
export async function syncFolder(path: NativePath): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
