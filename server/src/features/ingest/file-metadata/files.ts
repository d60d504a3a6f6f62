// Replaces the content of a file: writes the new file next to the old one, flushes it to disk, and renames it
// atomically. Readers of the open old file are not affected.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import type { ZipPart } from '@lectern/formats/archive/zip/replace';
import { conflict, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { noRoom } from '#infrastructure/files/faults/problems.ts';
import { findFreeBytes } from '#infrastructure/files/free-bytes.ts';
import { toNativeName } from '#infrastructure/files/names.ts';
import { findMode, syncFolder } from '#infrastructure/files/writing/new-files.ts';

const copiedBytes = 1024 ** 2;

export interface Writing {
  /** Real path, within the real root. */
  folder: string;
  name: string;
  /** Undefined for a new file. */
  before: Stats | undefined;
  parts: readonly ZipPart[];
  /** Hidden name in the same folder. */
  temporaryName: string;
  keepFreeBytes: number;
}

/** Throws `conflict` if the file is not a regular file, or was changed since `before`. */
export async function statPlain(path: string): Promise<Stats | undefined> {
  const facts = await lstat(toNativeName(path)).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (facts && !facts.isFile()) throw conflict(reason('metadata_no_plain_file'));
  return facts;
}

const isSame = (one: Stats | undefined, other: Stats | undefined): boolean =>
  one?.ino === other?.ino && one?.size === other?.size && one?.mtimeMs === other?.mtimeMs;

/** Writes the new file next to the old one, with its owner and permissions. */
async function writeBeside(writing: Writing): Promise<Stats> {
  const { folder, name, before, parts, temporaryName, keepFreeBytes } = writing;
  const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0);
  const left = (await findFreeBytes(folder)) - keepFreeBytes;
  if (left < sizeBytes) throw noRoom(left);
  const path = toNativeName(`${folder}/${temporaryName}`);
  await rm(path, { force: true });
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const to = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    const from = before && (await open(toNativeName(`${folder}/${name}`), constants.O_RDONLY | O_NOFOLLOW));
    try {
      await copyParts(parts, from, to);
    } finally {
      await from?.close();
    }
    if (before) await keepAttributes(to, before);
    else await to.chmod(await findMode(toNativeName(folder), 0o666));
    await to.sync();
    return await to.stat();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await to.close();
  }
}

async function copyParts(
  parts: readonly ZipPart[],
  from: FileHandle | undefined,
  to: FileHandle,
): Promise<void> {
  const buffer = Buffer.alloc(copiedBytes);
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      await writeAll(to, part);
      continue;
    }
    for (let done = 0; done < part.length; ) {
      const length = Math.min(copiedBytes, part.length - done);
      const read = await from?.read(buffer, 0, length, part.offset + done);
      if (!read?.bytesRead) throw conflict(reason('metadata_file_changed'));
      await writeAll(to, buffer.subarray(0, read.bytesRead));
      done += read.bytesRead;
    }
  }
}

async function writeAll(to: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await to.write(bytes, done, bytes.length - done)).bytesWritten;
}

/** The coarsest resolution of file times: that of FAT. */
const stepMs = 2_000;

/**
 * A new file gets the owner, permissions and time of the replaced file. The time is increased by one step, so that
 * programs that compare sizes and times detect the change.
 */
export async function keepAttributes(to: FileHandle, before: Stats): Promise<void> {
  const made = await to.stat();
  if (before.uid !== made.uid || before.gid !== made.gid)
    await to.chown(before.uid, before.gid).catch(() => {
      throw conflict(reason('metadata_owner'));
    });
  await to.chmod(before.mode & 0o7777);
  const mtimeMs = before.mtimeMs + stepMs;
  if (mtimeMs < Date.now()) await to.utimes(before.atime, new Date(mtimeMs));
}

/** Renames the new file, unless the old file was changed meanwhile or the new file is not the one written. */
async function replace({ folder, name, before, temporaryName }: Writing, made: Stats): Promise<void> {
  const path = `${folder}/${name}`;
  const isUnchanged = isSame(before, await statPlain(path));
  if (!isUnchanged || !isSame(made, await statPlain(`${folder}/${temporaryName}`)))
    throw conflict(reason('metadata_file_changed'));
  await rename(toNativeName(`${folder}/${temporaryName}`), toNativeName(path));
  await syncFolder(toNativeName(folder));
}

/** Writes the new file, verifies it and renames it. */
export async function put(writing: Writing, check?: () => Promise<void>): Promise<void> {
  try {
    const made = await writeBeside(writing);
    await check?.();
    await replace(writing, made);
  } catch (error) {
    await removeBeside(writing).catch(() => {});
    throw error;
  }
}

const removeBeside = ({ folder, temporaryName }: Writing): Promise<void> =>
  rm(toNativeName(`${folder}/${temporaryName}`), { force: true });
