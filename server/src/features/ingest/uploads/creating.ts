// Creates an upload. All checks run before the first byte is accepted.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { maxUploads } from '@lectern/contract/ingest/uploads';
import { Metadata } from '@tus/server';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { conflict, invalid, notFound, Problem, reason, toIssue } from '#infrastructure/errors.ts';
import { noRoom, toPlaceProblem, toSize } from '#infrastructure/files/faults/problems.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import { isId } from '#infrastructure/ids.ts';
import { lookBeside, toPathKey } from './beside.ts';
import * as store from './store.ts';
import {
  findPathFault,
  findRoom,
  getTarget,
  type Root,
  toNames,
  type UploadDependencies,
} from './targets.ts';

export interface UploadRequest {
  id: string;
  sizeBytes: number;
  /** Parsed `Upload-Metadata` header. */
  metadata: Record<string, string | null>;
}

export const hourMs = 60 * 60 * 1000;
const header = 'headers.upload-metadata';
const maxMetadata = 6_000;

/** Throws a Problem with the reason if the upload is not possible. */
export async function createUpload(
  deps: UploadDependencies,
  viewer: Viewer,
  wanted: UploadRequest,
): Promise<void> {
  const { config, database, clock } = deps;
  const { library, root, names } = await readWanted(deps, viewer, wanted);
  const fault = findPathFault(library, names);
  if (fault) throw new Problem('validation_failed', fault);
  if (config.uploads.maxFileSize > 0 && wanted.sizeBytes > config.uploads.maxFileSize)
    throw new Problem(
      'payload_too_large',
      reason('upload_too_large', { max: toSize(config.uploads.maxFileSize) }),
    );
  await checkWritable(root);
  const { above, keys } = await lookBeside(deps, viewer, { root, folders: names.slice(0, -1) });
  const name = names.at(-1) ?? '';
  const path = [...above, name].join('/');
  if (keys.has(toNameKey(name))) throw conflict(reason('upload_exists', { path }));
  const room = await findRoom(deps, root);
  if (wanted.sizeBytes > room) throw noRoom(room);
  const now = clock();
  const row: store.UploadRow = {
    id: wanted.id,
    userId: viewer.userId,
    libraryId: library.id,
    rootId: root.id,
    folder: above.join('/'),
    name,
    pathKey: toPathKey(viewer, [...above, name]),
    metadata: Metadata.stringify(wanted.metadata),
    sizeBytes: wanted.sizeBytes,
    receivedBytes: 0,
    state: 'receiving',
    failure: null,
    createdAt: now,
    expiresAt: now + config.uploads.keepHours * hourMs,
    lease: null,
    leaseUntil: 0,
    isWanted: 0,
  };
  try {
    await database.transaction(async (tx) => {
      await database.dialect.lock(tx, `uploads ${viewer.userId}`);
      await checkLimits(deps, tx, viewer, wanted.sizeBytes);
      await store.insert(tx, row);
    });
  } catch (error) {
    const isTaken = database.dialect.findUniqueViolation(error) !== undefined;
    throw isTaken ? conflict(reason('upload_taken', { path })) : error;
  }
}

async function readWanted(deps: UploadDependencies, viewer: Viewer, { metadata }: UploadRequest) {
  const { libraryId = '', folder, relativePath, filename, name, root } = metadata;
  if (!isId(libraryId ?? '')) throw notFound('library');
  if (root && !/^\d{1,3}$/.test(root)) throw notFound('folder of the library');
  const target = await getTarget(deps, viewer, {
    libraryId: libraryId ?? '',
    root: Number(root ?? 0),
  });
  // For folders, tus clients also send `relativePath` and `name`, with the text "null".
  const given = (relativePath && relativePath !== 'null' ? relativePath : (filename ?? name)) ?? '';
  const names = toNames(folder ?? '', given);
  const isTooLong = Metadata.stringify(metadata).length > maxMetadata;
  if (!names || isTooLong)
    throw invalid(toIssue(header, reason('upload_name', { name: JSON.stringify(given.slice(0, 200)) })));
  return { ...target, names };
}

/** Limits of one user. Holds a lock, so that concurrent requests count each other. */
async function checkLimits(
  { config, clock }: UploadDependencies,
  tx: Tx,
  { userId }: Viewer,
  sizeBytes: number,
): Promise<void> {
  if ((await store.countReceiving(tx, userId)) >= maxUploads)
    throw conflict(reason('uploads_full', { max: maxUploads }));
  const max = config.uploads.maxDailySize;
  if (max === 0) return;
  const left = max - (await store.sumBegun(tx, userId, clock() - 24 * hourMs));
  if (sizeBytes > left)
    throw new Problem('payload_too_large', reason('upload_limit', { max: toSize(max), left: toSize(left) }));
}

export async function checkWritable(root: Root): Promise<void> {
  await access(root.path, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw toPlaceProblem(error, root);
  });
}
