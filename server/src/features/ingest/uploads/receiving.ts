// Receives the bytes of an upload in a hidden folder of the root, so that publishing only renames the file. Bytes
// recorded in the database are flushed to disk.
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rm, rmdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { isRecord } from '@lectern/contract/records';
import { conflict, Problem, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { noRoom, toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { findFreeBytes } from '#infrastructure/files/free-bytes.ts';
import { type NativePath, toNativeName } from '#infrastructure/files/names.ts';
import { findMode } from '#infrastructure/files/writing/new-files.ts';
import { uploadFolder } from '../discovery/index.ts';
import { hourMs } from './creating.ts';
import type { Lease } from './leases.ts';
import * as store from './store.ts';
import type { Root, UploadDependencies } from './targets.ts';

const safeEveryBytes = 64 * 1024 ** 2;

type Folders = Pick<UploadDependencies, 'folders'>;

/** The path of the bytes of an upload. Throws `forbidden` if the hidden folder is a link or belongs to the server. */
export async function findPart({ folders }: Folders, root: Root, id: string): Promise<NativePath> {
  const { path, missing } = await folders.locateWithoutLinks(root.path, [uploadFolder]);
  return toNativeName([path, ...missing, `${id}.part`].join('/'));
}

interface Receiving {
  row: store.UploadRow;
  root: Root;
  lease: Lease;
}

/**
 * Appends the bytes, also if the sender disconnects, and returns the new length. A body that is longer than the rest of
 * the upload leaves it unchanged. The caller holds the lease.
 */
export async function receive(
  deps: UploadDependencies,
  receiving: Receiving,
  stream?: Readable,
): Promise<number> {
  const { row, root } = receiving;
  try {
    await checkRoom(deps, receiving, row.receivedBytes);
    const handle = await openPart(deps, receiving);
    try {
      return await append(deps, receiving, handle, stream);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
}

async function append(
  deps: UploadDependencies,
  receiving: Receiving,
  handle: FileHandle,
  stream: Readable | undefined,
): Promise<number> {
  const { row, lease } = receiving;
  let position = row.receivedBytes;
  let safe = position;
  const makeSafe = async () => {
    if (position === safe || lease.isLost) return;
    await handle.sync();
    const { config, database, clock } = deps;
    const change = { receivedBytes: position, expiresAt: clock() + config.uploads.keepHours * hourMs };
    if (await store.update(database.db, row.id, change, lease.token)) safe = position;
  };
  try {
    for await (const chunk of stream ?? []) {
      if (lease.isLost) throw conflict(reason('upload_busy'));
      position += await writeAll(handle, chunk, position);
      if (position - safe < safeEveryBytes) continue;
      await makeSafe();
      await checkRoom(deps, receiving, position);
    }
  } catch (error) {
    if (isTooLong(error)) {
      position = row.receivedBytes;
      if (!lease.isLost) await handle.truncate(position);
    }
    throw error;
  } finally {
    await makeSafe();
  }
  if (lease.isLost) throw conflict(reason('upload_busy'));
  return position;
}

/** Matches the tus library's error for a body that is longer than the rest of the upload. */
const isTooLong = (error: unknown): boolean => isRecord(error) && error.status_code === 413;

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<number> {
  let written = 0;
  while (written < chunk.length)
    written += (await handle.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  return written;
}

/** Throws if the rest of the file would not leave the configured free space. */
async function checkRoom(
  { config }: UploadDependencies,
  { row, root }: Receiving,
  position: number,
): Promise<void> {
  const left = (await findFreeBytes(root.path)) - config.uploads.keepFree;
  if (row.sizeBytes - position > left) throw noRoom(left);
}

/** Opens the file and truncates it after the last recorded byte. Does not follow links. */
async function openPart(deps: Folders, { row, root }: Receiving): Promise<FileHandle> {
  const path = await findPart(deps, root, row.id);
  await makeUploadFolder(deps, root);
  const isNew = row.receivedBytes === 0;
  const flags = constants.O_WRONLY | constants.O_NOFOLLOW | (isNew ? constants.O_CREAT : 0);
  const handle = await open(path, flags, 0o666).catch((error: unknown) => {
    throw systemCodeOf(error) === 'ENOENT' && !isNew ? lost() : error;
  });
  try {
    // Some file systems do not support modes.
    if (isNew) await handle.chmod(await findMode(root.path, 0o666)).catch(() => {});
    const { size } = await handle.stat();
    if (size < row.receivedBytes) throw lost();
    await handle.truncate(row.receivedBytes);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const lost = () => new Problem('gone', reason('upload_over'));

async function makeUploadFolder({ folders }: Folders, root: Root): Promise<void> {
  const top = await folders.open(root.path, '');
  await mkdir(toNativeName(`${top}/${uploadFolder}`)).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  });
}

/** Deletes the received bytes, and the hidden folder if it is empty. */
export async function removePart({ folders }: Folders, root: Root, id: string): Promise<void> {
  const { path, missing } = await folders.locateWithoutLinks(root.path, [uploadFolder]);
  if (missing.length > 0) return;
  await rm(toNativeName(`${path}/${id}.part`), { force: true });
  await rmdir(toNativeName(path)).catch(() => {});
}
