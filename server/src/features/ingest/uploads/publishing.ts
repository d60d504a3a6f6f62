// Publishes a complete upload: gives the file its name in the library. Runs once, even if processes are interrupted.
import { lstat, rm } from 'node:fs/promises';
import { conflict, type Reason, reason } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { type NativePath, toNativeName } from '#infrastructure/files/names.ts';
import { findNameIn } from '#infrastructure/files/writing/moving.ts';
import { placeFile } from '#infrastructure/files/writing/new-files.ts';
import { getsFreeName, isTaken, maxTries } from './beside.ts';
import { hourMs } from './creating.ts';
import type { Lease } from './leases.ts';
import { findPart, removePart } from './receiving.ts';
import * as store from './store.ts';
import type { Root, UploadDependencies } from './targets.ts';

/** Time for which finished uploads are listed. */
const rememberedMs = 7 * 24 * hourMs;

/**
 * The caller holds the lease. Throws `conflict` if the name is taken; the upload has then failed. An upload of a user
 * who sees only a part of the library gets a free name instead, because the user must not learn of the other file.
 */
export async function publish(
  deps: UploadDependencies,
  { row, root, lease }: { row: store.UploadRow; root: Root; lease: Lease },
): Promise<void> {
  let isPlaced: boolean;
  let folder: string;
  try {
    const part = await findPart(deps, root, row.id);
    const opened = await openFolder(deps, row, root);
    folder = opened.folder;
    isPlaced = await place(part, opened.path, row);
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
  if (!isPlaced) {
    const path = row.folder === '' ? row.name : `${row.folder}/${row.name}`;
    await fail(deps, { row, root, lease, why: reason('upload_exists', { path }) });
    throw conflict(reason('upload_exists', { path }));
  }
  await end(deps, row, lease, { state: 'finished', receivedBytes: row.sizeBytes });
  await removePart(deps, root, row.id);
  await deps.scanFolder({ libraryId: row.libraryId, rootId: root.id, folder });
}

/**
 * Opens the folder. For an upload that gets a free name, opens the first usable one of `Folder`, `Folder (2)` and so
 * on.
 */
async function openFolder(
  deps: UploadDependencies,
  row: store.UploadRow,
  root: Root,
): Promise<{ folder: string; path: string }> {
  const [first = '', ...rest] = row.folder.split('/');
  for (let n = 1; ; n++) {
    const folder = n === 1 ? row.folder : [`${first} (${n})`, ...rest].join('/');
    try {
      return { folder, path: await deps.folders.open(root.path, folder, { create: true }) };
    } catch (error) {
      if (!getsFreeName(row.pathKey) || !isTaken(error) || n === maxTries) throw error;
    }
  }
}

/** Returns false if the name is taken. */
async function place(part: NativePath, folder: string, row: store.UploadRow): Promise<boolean> {
  const tries = getsFreeName(row.pathKey) ? maxTries : 1;
  for (let n = 1; n <= tries; n++) {
    const name = n === 1 ? row.name : toNumbered(row.name, n);
    const taken = await findNameIn(folder, name);
    const to = toNativeName(`${folder}/${taken ?? name}`);
    if (taken === undefined ? await placeFile(part, to) : await isOurs(part, to, row)) return true;
  }
  return false;
}

/** `Saga 1 (2).cbz`. Uploaded names are at most 200 bytes long, so that there is space for the number. */
const toNumbered = (name: string, n: number): string => name.replace(/(\.[^.]*)?$/, ` (${n})$1`);

/** Whether the existing file is this upload, whose process was interrupted before it recorded the publication. */
async function isOurs(part: NativePath, taken: NativePath, { sizeBytes }: store.UploadRow): Promise<boolean> {
  const left = await lstat(part).catch(() => undefined);
  const there = await lstat(taken);
  if (!left) return there.isFile() && there.size === sizeBytes;
  if (left.ino !== there.ino || left.dev !== there.dev) return false;
  await rm(part);
  return true;
}

async function end(
  { database, clock }: UploadDependencies,
  { id }: store.UploadRow,
  { token }: Lease,
  change: { state: 'finished' | 'failed'; receivedBytes?: number; failure?: string },
): Promise<void> {
  await store.update(database.db, id, { ...change, pathKey: null, expiresAt: clock() + rememberedMs }, token);
}

async function fail(
  deps: UploadDependencies,
  { row, root, lease, why }: { row: store.UploadRow; root: Root; lease: Lease; why: Reason },
): Promise<void> {
  await end(deps, row, lease, { state: 'failed', failure: JSON.stringify(why) });
  await removePart(deps, root, row.id);
}
