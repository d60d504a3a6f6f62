// Selects the image of a book or series: the one in the file, an uploaded cover, a provider cover, or that of one of
// its books.
import type { Cover } from '@lectern/contract/serving/covers';
import { readWholeImageHeader } from '@lectern/formats/image/header';
import { bookChanged, coverChanged, seriesChanged } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { conflict, Problem, reason } from '#infrastructure/errors.ts';
import { readAll } from '#infrastructure/http/bodies/read-all.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CoverTable } from '#schema/tables/libraries/cover.ts';
import type { Chosen } from '../cover-choices/index.ts';
import { findThumbnailFile, makeThumbnail } from '../thumbnails/index.ts';
import { sendSmall, sendUpload } from './answers.ts';
import type { CoverDependencies } from './dependencies.ts';
import {
  type Entity,
  findOfBooks,
  getEntity,
  type ImageRequest,
  sendBuiltIn,
  storeSelected,
  type ThumbnailRequest,
  type WhichCover,
} from './entities.ts';
import type { EntityType } from './store.ts';
import * as store from './store.ts';
import { checkUpload, findSmall, getUpload, insertUpload, keepSmall } from './uploads.ts';

interface PictureFacts {
  mediaType: string;
  width: number;
  height: number;
  /** In bytes. */
  fileSize: number;
}

export type MeasuredCover = Cover & PictureFacts;

/** Retries if another cover is selected while one is drawn. */
const maxTries = 5;

export async function listCovers(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  id: string,
): Promise<Cover[]> {
  const { sources, selected } = await getEntity(deps, type, viewer, id);
  const rows = await store.list(deps.database.db, type, id);
  return [
    ...sources.map((source) => toBuiltIn(source, selected)),
    ...rows.map((row) => toUploaded(row, selected)),
  ];
}

export async function listMeasured(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, isWanted }: { id: string; isWanted(cover: Cover): boolean },
): Promise<MeasuredCover[]> {
  const measured: MeasuredCover[] = [];
  for (const cover of (await listCovers(deps, type, viewer, id)).filter(isWanted)) {
    const facts = isMeasured(cover) ? cover : await measure(deps, type, viewer, { id, coverId: cover.id });
    if (facts) measured.push({ ...cover, ...facts });
  }
  return measured;
}

const isMeasured = (cover: Cover): cover is MeasuredCover => cover.fileSize !== null;

/** Whether a book has an image. Draws a missing thumbnail to determine this. */
export async function hasPicture(deps: CoverDependencies, viewer: Viewer, id: string): Promise<boolean> {
  const { thumbnailState } = await deps.catalog.files.get(viewer, id);
  if (thumbnailState !== 0) return thumbnailState === 1;
  return (await findBookThumbnail(deps, viewer, id, undefined)) !== undefined;
}

/** Undefined without a readable image. */
async function measure(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  which: WhichCover,
): Promise<PictureFacts | undefined> {
  try {
    const bytes = await readAll(await sendImage(deps, type, viewer, { ...which, version: undefined }));
    const header = readWholeImageHeader(bytes);
    if (header?.width === undefined || header.height === undefined) return undefined;
    const { mediaType, width, height } = header;
    return { mediaType, width, height, fileSize: bytes.length };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined;
    throw error;
  }
}

export async function sendImage(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  request: ImageRequest,
): Promise<BytesAnswer> {
  const { id, coverId, version } = request;
  const { sources } = await getEntity(deps, type, viewer, id);
  if (sources.some((source) => source === coverId)) return sendBuiltIn(deps, type, viewer, request);
  const row = await getUpload(deps, type, id, coverId);
  return sendUpload(deps, row, version);
}

export async function findThumbnail(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, version }: ThumbnailRequest,
): Promise<BytesAnswer | undefined> {
  if (type === 'book') return findBookThumbnail(deps, viewer, id, version);
  const series = await deps.catalog.series.get(viewer, id);
  const { coverId, coverSource, coverVersion } = series;
  const own = coverSource === 'custom' && coverId !== null ? await findSmall(deps, coverId) : undefined;
  if (own) return sendSmall(own, { source: coverVersion, version });
  const source = coverSource === 'latest_book' ? 'latest_book' : 'first_book';
  return findOfBooks(deps, series, source, (bookId) => findBookThumbnail(deps, viewer, bookId, version));
}

async function findBookThumbnail(
  deps: CoverDependencies,
  viewer: Viewer,
  id: string,
  version: string | undefined,
): Promise<BytesAnswer | undefined> {
  for (let tries = 0; tries < maxTries; tries++) {
    const book = await deps.catalog.files.get(viewer, id);
    if (tries === 0 && version !== undefined && !book.coverVersion.startsWith(version)) {
      // The client may know a version from another server that this server has not loaded yet.
      deps.catalog.files.forget(id);
      continue;
    }
    const picture = book.thumbnailState === 1 ? await findThumbnailFile(deps, book) : undefined;
    if (picture) return sendSmall(picture, { source: book.coverVersion, version });
    if (book.thumbnailState === 2) return undefined;
    const made = await makeThumbnail(deps, book);
    if (made === 'none') return undefined;
    const fresh = made === 'made' ? await findThumbnailFile(deps, book) : undefined;
    if (fresh) return sendSmall(fresh, { source: book.coverVersion, version });
    deps.catalog.files.forget(id);
  }
  return undefined;
}

export async function uploadCover(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, bytes }: { id: string; bytes: Uint8Array },
): Promise<Cover> {
  const entity = await getEntity(deps, type, viewer, id);
  const upload = await checkUpload(deps, type, id, bytes);
  const { row } = upload;
  const within = (tx: Tx) => insertUpload(tx, upload);
  await select(deps, type, entity, { coverId: row.id, by: 'person', within });
  await keepSmall(deps, upload);
  return toUploaded(row, row.id);
}

export async function selectCover(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, coverId }: WhichCover,
): Promise<Cover> {
  const entity = await getEntity(deps, type, viewer, id);
  const source = entity.sources.find((one) => one === coverId);
  const row = source ? undefined : await getUpload(deps, type, id, coverId);
  await select(deps, type, entity, { coverId, by: 'person' });
  return row ? toUploaded(row, coverId) : toBuiltIn(source ?? 'embedded', coverId);
}

export async function resetCover(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const entity = await getEntity(deps, type, viewer, id);
  await select(deps, type, entity, { coverId: await findDefault(deps, type, entity), by: 'nobody' });
}

/** The picture next to the book or in the folder of the series, otherwise the first built-in image. */
async function findDefault(deps: CoverDependencies, type: EntityType, entity: Entity): Promise<string> {
  const rows = await store.list(deps.database.db, type, entity.id);
  return rows.find(({ provider }) => provider === store.besideProvider)?.id ?? entity.sources[0];
}

/** Deletes a cover. If it was selected, the default cover is selected. */
export async function removeCover(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  which: WhichCover,
): Promise<void> {
  const { id } = which;
  const entity = await getEntity(deps, type, viewer, id);
  if (entity.sources.some((source) => source === which.coverId)) throw conflict(reason('cover_not_uploaded'));
  const row = await getUpload(deps, type, id, which.coverId);
  const removed = { wasSelected: entity.selected === row.id };
  const within = (tx: Tx) => store.remove(tx, row.id);
  // Deleting a provider cover is a decision of the user, so it is not fetched again.
  const by = row.provider === null ? 'nobody' : 'person';
  const { besideProvider } = store;
  const coverId = row.provider === besideProvider ? entity.sources[0] : await findDefault(deps, type, entity);
  if (removed.wasSelected) await select(deps, type, entity, { coverId, by, removed, within });
  else await store.remove(deps.database.db, row.id);
  await deps.small.remove(row.id);
  if (!removed.wasSelected) publishChange(deps, type, entity, removed);
}

interface Selecting {
  coverId: string;
  by: Chosen;
  removed?: { wasSelected: boolean };
  /** Runs in the transaction of the selection. */
  within?(tx: Tx): Promise<void>;
}

export async function select(
  deps: CoverDependencies,
  type: EntityType,
  entity: Entity,
  { coverId, by, removed, within }: Selecting,
): Promise<void> {
  const of = { type, id: entity.id };
  if (coverId === entity.selected) return deps.database.transaction((tx) => deps.choices.note(tx, of, by));
  await deps.database.transaction(async (tx) => {
    await within?.(tx);
    await deps.choices.note(tx, of, by);
    await storeSelected(tx, deps, type, entity, coverId);
  });
  await deps.small.remove(entity.id);
  const { id, libraryId, seriesId } = entity;
  publishChange(deps, type, entity, removed);
  if (type === 'book') deps.events.publish(bookChanged, { bookIds: [id], seriesId, libraryId });
  else deps.events.publish(seriesChanged, { seriesIds: [id], libraryId });
}

const publishChange = (
  { events }: CoverDependencies,
  entityType: EntityType,
  { id: entityId, libraryId, seriesId }: Entity,
  removed?: { wasSelected: boolean },
) => events.publish(coverChanged, { entityType, entityId, seriesId, libraryId, ...(removed && { removed }) });

/** Deletes the thumbnails and uploaded covers of deleted books. */
export async function removeCoversOf(deps: CoverDependencies, bookIds: readonly string[]): Promise<void> {
  const uploaded = await store.removeOf(deps.database.db, 'book', bookIds);
  for (const id of [...bookIds, ...uploaded]) await deps.small.remove(id);
}

export const toUploaded = (row: CoverTable, selected: string): Cover => ({
  id: row.id,
  source: row.provider === null ? 'custom' : 'provider',
  providerName: row.providerName,
  isSelected: row.id === selected,
  mediaType: row.mediaType,
  width: row.width,
  height: row.height,
  fileSize: row.fileSize,
  createdAt: toTime(row.createdAt),
});

const toBuiltIn = (source: Cover['source'], selected: string): Cover => ({
  id: source,
  source,
  providerName: null,
  isSelected: source === selected,
  mediaType: null,
  width: null,
  height: null,
  fileSize: null,
  createdAt: null,
});
