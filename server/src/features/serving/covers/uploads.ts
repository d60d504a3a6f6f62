// Uploaded covers: checked, stored with a small picture, sent. Their owner decides which of them is selected.
import { readImageHeader } from '@lectern/formats/image/header';
import type { UploadedCovers } from '#features/reading/lists/index.ts';
import { notFound, Problem, reason } from '#infrastructure/errors.ts';
import { isId, newId } from '#infrastructure/ids.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { CoverTable } from '#schema/tables/cover.ts';
import { sendBlob, sendSmall } from './answers.ts';
import type { CoverDependencies } from './dependencies.ts';
import type { CoverOwner } from './store.ts';
import * as store from './store.ts';
import { shrink } from './thumbnails.ts';

const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** Uploads of whatever has a cover. */
export const createUploads = (deps: CoverDependencies): UploadedCovers => ({
  keep: (owner, entityId, bytes) => storeUpload(deps, owner, entityId, bytes),
  discard: (id) => removeUpload(deps, id),
  find: (owner, entityId, coverId) => getUpload(deps, owner, entityId, coverId),
  list: (owner, entityId) => store.list(deps.db, owner, entityId),
  send: ({ id, mediaType }) => sendBlob(deps.uploads, id, { mediaType }),
  sendSmall: async (id) =>
    (await hasSmall(deps, id)) ? sendSmall(deps, id, { source: 'uploaded' }) : undefined,
});

export async function storeUpload(
  deps: CoverDependencies,
  owner: CoverOwner,
  entityId: string,
  bytes: Uint8Array,
): Promise<CoverTable> {
  const { header, picture } = await check(deps, bytes);
  const row: CoverTable = {
    id: newId(),
    entityType: owner,
    entityId,
    mediaType: header.mediaType,
    width: header.width ?? picture.width,
    height: header.height ?? picture.height,
    fileSize: bytes.length,
    createdAt: deps.clock(),
    thumbHash: picture.thumbHash,
  };
  await deps.uploads.write(row.id, bytes);
  await deps.small.write(row.id, picture.bytes);
  await store.insert(deps.db, row);
  return row;
}

/** By its content: an image of a type that every client shows, which can be decoded. */
async function check(deps: CoverDependencies, bytes: Uint8Array) {
  const header = readImageHeader(bytes, (offset, length) => bytes.subarray(offset, offset + length));
  if (!header || !uploadTypes.includes(header.mediaType))
    throw new Problem('unsupported_media_type', reason('not_a_picture'));
  const picture = await shrink(deps, bytes).catch((cause: unknown) => {
    const failure = toReadFailure(cause);
    if (!failure) throw toFault(cause);
    throw new Problem('validation_failed', `The picture cannot be used: ${failure.message}`, { cause });
  });
  return { header, picture };
}

export async function getUpload(
  { db }: CoverDependencies,
  owner: CoverOwner,
  entityId: string,
  id: string,
): Promise<CoverTable> {
  const row = isId(id) ? await store.find(db, owner, { entityId, id }) : undefined;
  if (!row) throw notFound('cover');
  return row;
}

export async function removeUpload(deps: CoverDependencies, id: string): Promise<void> {
  await store.remove(deps.db, id);
  await removeFiles(deps, id);
}

/** Of an uploaded cover. */
export const removeFiles = ({ uploads, small }: CoverDependencies, id: string) =>
  Promise.all([uploads.remove(id), small.remove(id)]);

/** Makes the small picture of an upload again where it is missing; false where there is no such upload. */
export async function hasSmall(deps: CoverDependencies, id: string): Promise<boolean> {
  if (await deps.small.stat(id)) return true;
  const uploaded = await deps.uploads.find(id);
  if (!uploaded) return false;
  await deps.small.write(id, (await shrink(deps, uploaded)).bytes);
  return true;
}
