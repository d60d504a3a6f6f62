// A file that has come as a whole gets its name in the library. It is done once, whatever process was cut off at it.
import { lstat, rm } from 'node:fs/promises';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, type Reason, reason } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { type NativePath, toNativeName } from '#infrastructure/files/names.ts';
import { findNameIn } from '#infrastructure/files/writing/moving.ts';
import { placeFile } from '#infrastructure/files/writing/new-files.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { hourMs } from './creating.ts';
import type { Lease } from './leases.ts';
import { findPart, removePart } from './receiving.ts';
import * as store from './store.ts';
import type { Root } from './targets.ts';

export interface PublishingDependencies {
  database: Database;
  clock: Clock;
  folders: TargetFolders;
  /** Asks for a scan of the library. */
  scan(libraryId: string): Promise<void>;
}

/** How long an upload that has ended is still listed. */
const rememberedMs = 7 * 24 * hourMs;

/** The caller holds the lease. Throws conflict where the name was taken meanwhile: the upload has failed then. */
export async function publish(
  deps: PublishingDependencies,
  { row, root, lease }: { row: store.UploadRow; root: Root; lease: Lease },
): Promise<void> {
  let isPlaced: boolean;
  try {
    const part = await findPart(deps, root, row.id);
    const folder = await deps.folders.open(root.path, row.folder, { create: true });
    const taken = await findNameIn(folder, row.name);
    const to = toNativeName(`${folder}/${taken ?? row.name}`);
    isPlaced = taken === undefined ? await placeFile(part, to) : await isOurs(part, to, row);
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
  await deps.scan(row.libraryId);
}

/** Whether the file that has the name is this upload, whose process was cut off before it could say so. */
async function isOurs(part: NativePath, taken: NativePath, { sizeBytes }: store.UploadRow): Promise<boolean> {
  const [left, there] = [await lstat(part).catch(() => undefined), await lstat(taken)];
  if (!left) return there.isFile() && there.size === sizeBytes;
  if (left.ino !== there.ino || left.dev !== there.dev) return false;
  await rm(part);
  return true;
}

async function end(
  { database, clock }: PublishingDependencies,
  { id }: store.UploadRow,
  { token }: Lease,
  change: { state: 'finished' | 'failed'; receivedBytes?: number; failure?: string },
): Promise<void> {
  await store.update(database.db, id, { ...change, pathKey: null, expiresAt: clock() + rememberedMs }, token);
}

async function fail(
  deps: PublishingDependencies,
  { row, root, lease, why }: { row: store.UploadRow; root: Root; lease: Lease; why: Reason },
): Promise<void> {
  await end(deps, row, lease, { state: 'failed', failure: JSON.stringify(why) });
  await removePart(deps, root, row.id);
}
