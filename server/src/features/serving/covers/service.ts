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

/** Covers of books and series: lists them, sends them, and selects one. */
export class SelectedCovers {
  readonly #deps: CoverDependencies;

  constructor(deps: CoverDependencies) {
    this.#deps = deps;
  }

  async list(type: EntityType, viewer: Viewer, id: string): Promise<Cover[]> {
    const { sources, selected } = await getEntity(this.#deps, type, viewer, id);
    const rows = await store.list(this.#deps.database.db, type, id);
    return [
      ...sources.map((source) => toBuiltIn(source, selected)),
      ...rows.map((row) => toUploaded(row, selected)),
    ];
  }

  async listMeasured(
    type: EntityType,
    viewer: Viewer,
    { id, isWanted }: { id: string; isWanted(cover: Cover): boolean },
  ): Promise<MeasuredCover[]> {
    const measured: MeasuredCover[] = [];
    for (const cover of (await this.list(type, viewer, id)).filter(isWanted)) {
      const facts = isMeasured(cover) ? cover : await this.#measure(type, viewer, { id, coverId: cover.id });
      if (facts) measured.push({ ...cover, ...facts });
    }
    return measured;
  }

  /** Whether a book has an image. Draws a missing thumbnail to determine this. */
  async hasPicture(viewer: Viewer, id: string): Promise<boolean> {
    const { thumbnailState } = await this.#deps.catalog.files.get(viewer, id);
    if (thumbnailState !== 0) return thumbnailState === 1;
    return (await this.#findBookThumbnail(viewer, id, undefined)) !== undefined;
  }

  async sendImage(type: EntityType, viewer: Viewer, request: ImageRequest): Promise<BytesAnswer> {
    const { id, coverId, version } = request;
    const { sources } = await getEntity(this.#deps, type, viewer, id);
    if (sources.some((source) => source === coverId)) return sendBuiltIn(this.#deps, type, viewer, request);
    const row = await getUpload(this.#deps, type, id, coverId);
    return sendUpload(this.#deps, row, version);
  }

  async findThumbnail(
    type: EntityType,
    viewer: Viewer,
    { id, version }: ThumbnailRequest,
  ): Promise<BytesAnswer | undefined> {
    if (type === 'book') return this.#findBookThumbnail(viewer, id, version);
    const series = await this.#deps.catalog.series.get(viewer, id);
    const { coverId, coverSource, coverVersion } = series;
    const own =
      coverSource === 'custom' && coverId !== null ? await findSmall(this.#deps, coverId) : undefined;
    if (own) return sendSmall(own, { source: coverVersion, version });
    const source = coverSource === 'latest_book' ? 'latest_book' : 'first_book';
    return findOfBooks(this.#deps, series, source, (bookId) =>
      this.#findBookThumbnail(viewer, bookId, version),
    );
  }

  async upload(
    type: EntityType,
    viewer: Viewer,
    { id, bytes }: { id: string; bytes: Uint8Array },
  ): Promise<Cover> {
    const entity = await getEntity(this.#deps, type, viewer, id);
    const upload = await checkUpload(this.#deps, type, id, bytes);
    const { row } = upload;
    const within = (tx: Tx) => insertUpload(tx, upload);
    await this.selectFor(type, entity, { coverId: row.id, by: 'person', within });
    await keepSmall(this.#deps, upload);
    return toUploaded(row, row.id);
  }

  async select(type: EntityType, viewer: Viewer, { id, coverId }: WhichCover): Promise<Cover> {
    const entity = await getEntity(this.#deps, type, viewer, id);
    const source = entity.sources.find((one) => one === coverId);
    const row = source ? undefined : await getUpload(this.#deps, type, id, coverId);
    await this.selectFor(type, entity, { coverId, by: 'person' });
    return row ? toUploaded(row, coverId) : toBuiltIn(source ?? 'embedded', coverId);
  }

  async reset(type: EntityType, viewer: Viewer, id: string): Promise<void> {
    const entity = await getEntity(this.#deps, type, viewer, id);
    await this.selectFor(type, entity, { coverId: await this.#findDefault(type, entity), by: 'nobody' });
  }

  /** Deletes a cover. If it was selected, the default cover is selected. */
  async remove(type: EntityType, viewer: Viewer, which: WhichCover): Promise<void> {
    const { id } = which;
    const entity = await getEntity(this.#deps, type, viewer, id);
    if (entity.sources.some((source) => source === which.coverId))
      throw conflict(reason('cover_not_uploaded'));
    const row = await getUpload(this.#deps, type, id, which.coverId);
    const removed = { wasSelected: entity.selected === row.id };
    const within = (tx: Tx) => store.remove(tx, row.id);
    // Deleting a provider cover is a decision of the user, so it is not fetched again.
    const by = row.provider === null ? 'nobody' : 'person';
    const { besideProvider } = store;
    const coverId =
      row.provider === besideProvider ? entity.sources[0] : await this.#findDefault(type, entity);
    if (removed.wasSelected) await this.selectFor(type, entity, { coverId, by, removed, within });
    else await store.remove(this.#deps.database.db, row.id);
    await this.#deps.small.remove(row.id);
    if (!removed.wasSelected) this.#publishChange(type, entity, removed);
  }

  async selectFor(
    type: EntityType,
    entity: Entity,
    { coverId, by, removed, within }: Selecting,
  ): Promise<void> {
    const of = { type, id: entity.id };
    if (coverId === entity.selected)
      return this.#deps.database.transaction((tx) => this.#deps.choices.note(tx, of, by));
    await this.#deps.database.transaction(async (tx) => {
      await within?.(tx);
      await this.#deps.choices.note(tx, of, by);
      await storeSelected(tx, this.#deps, type, entity, coverId);
    });
    await this.#deps.small.remove(entity.id);
    const { id, libraryId, seriesId } = entity;
    this.#publishChange(type, entity, removed);
    if (type === 'book') this.#deps.events.publish(bookChanged, { bookIds: [id], seriesId, libraryId });
    else this.#deps.events.publish(seriesChanged, { seriesIds: [id], libraryId });
  }

  /** Deletes the thumbnails and uploaded covers of deleted books. */
  async removeOf(bookIds: readonly string[]): Promise<void> {
    const uploaded = await store.removeOf(this.#deps.database.db, 'book', bookIds);
    for (const id of [...bookIds, ...uploaded]) await this.#deps.small.remove(id);
  }

  /** Undefined without a readable image. */
  async #measure(type: EntityType, viewer: Viewer, which: WhichCover): Promise<PictureFacts | undefined> {
    try {
      const bytes = await readAll(await this.sendImage(type, viewer, { ...which, version: undefined }));
      const header = readWholeImageHeader(bytes);
      if (header?.width === undefined || header.height === undefined) return undefined;
      const { mediaType, width, height } = header;
      return { mediaType, width, height, fileSize: bytes.length };
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    }
  }

  async #findBookThumbnail(
    viewer: Viewer,
    id: string,
    version: string | undefined,
  ): Promise<BytesAnswer | undefined> {
    for (let tries = 0; tries < maxTries; tries++) {
      const book = await this.#deps.catalog.files.get(viewer, id);
      if (tries === 0 && version !== undefined && !book.coverVersion.startsWith(version)) {
        // The client may know a version from another server that this server has not loaded yet.
        this.#deps.catalog.files.forget(id);
        continue;
      }
      const picture = book.thumbnailState === 1 ? await findThumbnailFile(this.#deps, book) : undefined;
      if (picture) return sendSmall(picture, { source: book.coverVersion, version });
      if (book.thumbnailState === 2) return undefined;
      const made = await makeThumbnail(this.#deps, book);
      if (made === 'none') return undefined;
      const fresh = made === 'made' ? await findThumbnailFile(this.#deps, book) : undefined;
      if (fresh) return sendSmall(fresh, { source: book.coverVersion, version });
      this.#deps.catalog.files.forget(id);
    }
    return undefined;
  }

  /** The picture next to the book or in the folder of the series, otherwise the first built-in image. */
  async #findDefault(type: EntityType, entity: Entity): Promise<string> {
    const rows = await store.list(this.#deps.database.db, type, entity.id);
    return rows.find(({ provider }) => provider === store.besideProvider)?.id ?? entity.sources[0];
  }

  #publishChange(
    entityType: EntityType,
    { id: entityId, libraryId, seriesId }: Entity,
    removed?: { wasSelected: boolean },
  ) {
    return this.#deps.events.publish(coverChanged, {
      entityType,
      entityId,
      seriesId,
      libraryId,
      ...(removed && { removed }),
    });
  }
}

const isMeasured = (cover: Cover): cover is MeasuredCover => cover.fileSize !== null;

interface Selecting {
  coverId: string;
  by: Chosen;
  removed?: { wasSelected: boolean };
  /** Runs in the transaction of the selection. */
  within?(tx: Tx): Promise<void>;
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
