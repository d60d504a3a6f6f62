// Uploaded covers and provider covers: checked, stored in the database, sent. The owner stores which one is selected.
import { readWholeImageHeader } from '@lectern/formats/image/header';
import type { UploadedCovers } from '#features/reading/lists/index.ts';
import type { VersionedBlob } from '#infrastructure/blobs/versioned-blobs.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { notFound, Problem, reason } from '#infrastructure/errors.ts';
import { isId, newId } from '#infrastructure/ids.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { CoverTable } from '#schema/tables/libraries/cover.ts';
import { findImage, shrink } from '../thumbnails/index.ts';
import { sendSmall, sendUpload } from './answers.ts';
import type { CoverDependencies } from './dependencies.ts';
import type { CoverOwner } from './store.ts';
import * as store from './store.ts';

const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
/** The image of an uploaded cover never changes. */
const onlyVersion = '';

/** Uploaded covers of all kinds of owners. */
export function createUploads(deps: CoverDependencies): UploadedCovers {
  return {
    async keep(owner, entityId, bytes, select) {
      const upload = await checkUpload(deps, owner, entityId, bytes);
      await select(upload.row, (tx) => store.insert(tx, upload.row, bytes));
      await keepSmall(deps, upload);
      return upload.row;
    },
    discard: (id, within = deps.database.db) => store.remove(within, id),
    forget: (id) => deps.small.remove(id),
    find: (owner, entityId, coverId) => getUpload(deps, owner, entityId, coverId),
    list: (owner, entityId) => store.list(deps.database.db, owner, entityId),
    send: async (cover) => sendUpload(deps, cover),
    async sendSmall(id) {
      const picture = await findSmall(deps, id);
      return picture && sendSmall(picture, { source: 'uploaded' });
    },
  };
}

/** Source of a provider cover. */
export interface FromProvider {
  /** Package name of the plugin. */
  provider: string;
  providerName: string;
  url: string;
}

interface CheckedUpload {
  row: CoverTable;
  bytes: Uint8Array;
  small: Uint8Array;
}

/** Checks the content: a decodable image in a format that every client displays. */
export async function checkUpload(
  deps: CoverDependencies,
  owner: CoverOwner,
  entityId: string,
  bytes: Uint8Array,
): Promise<CheckedUpload> {
  const header = readWholeImageHeader(bytes);
  if (!header || !uploadTypes.includes(header.mediaType))
    throw new Problem('unsupported_media_type', reason('not_a_picture'));
  const picture = await shrink(deps, bytes).catch((cause: unknown) => {
    const failure = toReadFailure(cause);
    if (!failure) throw toFault(cause);
    throw new Problem('validation_failed', `The image cannot be used: ${failure.message}`, { cause });
  });
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
    provider: null,
    providerName: null,
    url: null,
  };
  return { row, bytes, small: picture.bytes };
}

export const insertUpload = (tx: Tx, { row, bytes }: CheckedUpload): Promise<void> =>
  store.insert(tx, row, bytes);

/** Stores the thumbnail. A full disk does not fail the upload, because the thumbnail is drawn again on request. */
export const keepSmall = ({ small, storage }: CoverDependencies, upload: CheckedUpload): Promise<void> =>
  small.write(upload.row.id, onlyVersion, upload.small).catch((error: unknown) => storage.note(error));

export async function getUpload(
  { database }: CoverDependencies,
  owner: CoverOwner,
  entityId: string,
  id: string,
): Promise<CoverTable> {
  const row = isId(id) ? await store.find(database.db, owner, { entityId, id }) : undefined;
  if (!row) throw notFound('cover');
  return row;
}

/** The thumbnail of an upload, drawn again if this server does not have it; undefined if the upload does not exist. */
export async function findSmall(deps: CoverDependencies, id: string): Promise<VersionedBlob | undefined> {
  const found = await deps.small.find(id, onlyVersion);
  if (found) return found;
  const uploaded = await findImage(deps.database.db, id);
  if (!uploaded) return undefined;
  const { bytes } = await shrink(deps, uploaded);
  await deps.small.write(id, onlyVersion, bytes).catch((error: unknown) => deps.storage.note(error));
  return { bytes, writtenMs: deps.clock() };
}
