// Which picture stands for a book or a series: the one in the file, an uploaded one, or that of one of its books.
import type { Cover } from '@lectern/contract/covers';
import { readImageHeader } from '@lectern/formats/image/header';
import type { Catalog } from '#catalog/catalog.ts';
import { bookChanged, coverChanged, seriesChanged } from '#catalog/changes.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BlobStore } from '#infrastructure/blobs/blobs.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import { conflict, notFound, Problem } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toCacheControl } from '#infrastructure/http/image-caching.ts';
import { readAll } from '#infrastructure/http/read-all.ts';
import { isId, newId } from '#infrastructure/ids.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { CoverTable } from '#schema/tables/cover.ts';
import { type Entities, type Entity, findFirst } from './entities.ts';
import type { CoverOwner, CoverStore, EntityType } from './store.ts';
import type { Thumbnails } from './thumbnails.ts';

interface Dependencies {
  catalog: Catalog;
  store: CoverStore;
  entities: Entities;
  thumbnails: Thumbnails;
  /** Small pictures by the id of their book or uploaded cover. */
  small: BlobStore;
  uploads: BlobStore;
  pool(): WorkerPool;
  events: EventBus;
  clock: Clock;
}

export interface PictureFacts {
  mediaType: string;
  width: number;
  height: number;
  /** In bytes. */
  fileSize: number;
}

export type MeasuredCover = Cover & PictureFacts;

const isMeasured = (cover: Cover): cover is MeasuredCover => cover.fileSize !== null;

const maxTries = 5;
const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

export type CoverService = ReturnType<typeof createCoverService>;

export function createCoverService({
  catalog,
  store,
  entities,
  thumbnails,
  small,
  uploads,
  pool,
  events,
  clock,
}: Dependencies) {
  const toUploaded = (row: CoverTable, selected: string): Cover => ({
    id: row.id,
    source: 'custom',
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
    isSelected: source === selected,
    mediaType: null,
    width: null,
    height: null,
    fileSize: null,
    createdAt: null,
  });

  async function list(type: EntityType, viewer: Viewer, id: string): Promise<Cover[]> {
    const entity = await entities.get(type, viewer, id);
    const rows = await store.list(type, id);
    return [
      ...entity.sources.map((source) => toBuiltIn(source, entity.selected)),
      ...rows.map((row) => toUploaded(row, entity.selected)),
    ];
  }

  const publishChange = (
    type: EntityType,
    { id, libraryId, seriesId }: Entity,
    removed?: { wasSelected: boolean },
  ) =>
    events.publish(coverChanged, {
      ...{ entityType: type, entityId: id, seriesId, libraryId },
      ...(removed && { removed }),
    });

  async function select(
    type: EntityType,
    entity: Entity,
    coverId: string,
    removed?: { wasSelected: boolean },
  ): Promise<void> {
    if (coverId === entity.selected) return;
    await entities.select(type, entity, coverId);
    await small.remove(entity.id);
    const { libraryId, seriesId } = entity;
    publishChange(type, entity, removed);
    if (type === 'book') events.publish(bookChanged, { bookIds: [entity.id], seriesId, libraryId });
    else events.publish(seriesChanged, { seriesIds: [entity.id], libraryId });
  }

  async function findUploaded(type: CoverOwner, id: string, coverId: string): Promise<CoverTable> {
    const row = isId(coverId) ? await store.find(type, id, coverId) : undefined;
    if (!row) throw notFound('cover');
    return row;
  }

  /** `picture` is what the picture is drawn from, in a word: its validator begins with that. */
  async function sendBlob(
    blobs: BlobStore,
    id: string,
    {
      mediaType,
      version,
      picture = '',
    }: { mediaType: string; version: string | undefined; picture?: string },
  ): Promise<BytesAnswer> {
    const facts = await blobs.stat(id);
    if (!facts) throw notFound('cover');
    const etag = `${picture}${picture && '-'}${Math.round(facts.modifiedMs).toString(36)}-${facts.sizeBytes.toString(36)}`;
    return bytesAnswer({
      mediaType,
      sizeBytes: facts.sizeBytes,
      etag,
      lastModifiedMs: facts.modifiedMs,
      cacheControl: toCacheControl(version, etag),
      async body() {
        const bytes = await blobs.findSame(id, facts);
        if (!bytes) throw conflict('The picture was replaced just now; ask again');
        return bytes;
      },
    });
  }

  const sendSmall = (id: string, picture: string, version: string | undefined): Promise<BytesAnswer> =>
    sendBlob(small, id, { mediaType: 'image/jpeg', version, picture });

  async function findBookThumbnail(
    viewer: Viewer,
    id: string,
    version?: string,
  ): Promise<BytesAnswer | undefined> {
    // Another cover may be selected while one is made: then that one is made.
    for (let tries = 0; tries < maxTries; tries++) {
      const book = await catalog.files.get(viewer, id);
      const isThere = book.thumbnailState === 1 && (await small.stat(id)) !== undefined;
      const made = isThere
        ? 'made'
        : book.thumbnailState === 2
          ? 'none'
          : await thumbnails.make(book, pool(), 3);
      if (made === 'none') return undefined;
      if (made === 'made') return sendSmall(id, book.coverVersion, version);
      catalog.files.forget(id);
    }
    return undefined;
  }

  /** Small pictures are made again, as long as the uploaded one is there. */
  async function isShrunk(coverId: string): Promise<boolean> {
    if (await small.stat(coverId)) return true;
    const uploaded = await uploads.find(coverId);
    if (!uploaded) return false;
    const { bytes } = await thumbnails.shrink(uploaded, pool());
    await small.write(coverId, bytes);
    return true;
  }

  async function findSeriesThumbnail(
    viewer: Viewer,
    series: SeriesRow,
    version?: string,
  ): Promise<BytesAnswer | undefined> {
    if (series.coverSource === 'custom' && series.coverId !== null && (await isShrunk(series.coverId))) {
      return sendSmall(series.coverId, series.coverVersion, version);
    }
    const source = series.coverSource === 'latest_book' ? 'latest_book' : 'first_book';
    const bookIds = await entities.listBooksOf(series, source);
    return findFirst(bookIds, (bookId) => findBookThumbnail(viewer, bookId, version));
  }

  /** Checked by content: the picture must be one, of a type that every client shows, and must decode. */
  async function check(bytes: Uint8Array) {
    const header = readImageHeader(bytes, (offset, length) => bytes.subarray(offset, offset + length));
    if (!header || !uploadTypes.includes(header.mediaType)) {
      throw new Problem('unsupported_media_type', 'A cover is a JPEG, PNG, WebP, AVIF or GIF picture');
    }
    const picture = await thumbnails.shrink(bytes, pool()).catch((error: unknown) => {
      const failure = toReadFailure(error);
      if (!failure) throw toFault(error);
      throw new Problem('validation_failed', `The picture cannot be used: ${failure.message}`, {
        cause: error,
      });
    });
    return { header, picture };
  }

  /** Undefined where there is no picture. Throws not_found for what does not exist for the viewer. */
  async function findThumbnail(
    type: EntityType,
    viewer: Viewer,
    { id, version }: { id: string; version: string | undefined },
  ): Promise<BytesAnswer | undefined> {
    if (type === 'book') return findBookThumbnail(viewer, id, version);
    return findSeriesThumbnail(viewer, await catalog.series.get(viewer, id), version);
  }

  async function sendImage(
    type: EntityType,
    viewer: Viewer,
    { id, coverId, version }: { id: string; coverId: string; version: string | undefined },
  ): Promise<BytesAnswer> {
    const entity = await entities.get(type, viewer, id);
    if (entity.sources.some((source) => source === coverId))
      return entities.sendBuiltIn(type, viewer, { id, coverId, version });
    const row = await findUploaded(type, id, coverId);
    return sendBlob(uploads, row.id, { mediaType: row.mediaType, version });
  }

  /** Checks an upload and keeps it, whoever it is of. */
  async function keep(owner: CoverOwner, entityId: string, bytes: Uint8Array): Promise<CoverTable> {
    const { header, picture } = await check(bytes);
    const row: CoverTable = {
      id: newId(),
      entityType: owner,
      entityId,
      mediaType: header.mediaType,
      width: header.width ?? picture.width,
      height: header.height ?? picture.height,
      fileSize: bytes.length,
      createdAt: clock(),
    };
    await uploads.write(row.id, bytes);
    await small.write(row.id, picture.bytes);
    await store.insert(row);
    return row;
  }

  async function discard(id: string): Promise<void> {
    await store.remove(id);
    await Promise.all([uploads.remove(id), small.remove(id)]);
  }

  /** Undefined where there is no picture, or none that can be read. */
  async function measure(
    type: EntityType,
    viewer: Viewer,
    which: { id: string; coverId: string },
  ): Promise<PictureFacts | undefined> {
    try {
      const bytes = await readAll(await sendImage(type, viewer, { ...which, version: undefined }));
      const header = readImageHeader(bytes, (offset, length) => bytes.subarray(offset, offset + length));
      if (header?.width === undefined || header.height === undefined) return undefined;
      const { mediaType, width, height } = header;
      return { mediaType, width, height, fileSize: bytes.length };
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    }
  }

  return {
    list,
    findThumbnail,

    /** Uploads of what has no picture of its own. Which of them is shown is its owner's business. */
    uploaded: {
      keep,
      discard,
      find: findUploaded,
      list: store.list,
      send: ({ id, mediaType }: CoverTable) => sendBlob(uploads, id, { mediaType, version: undefined }),
      /** Undefined where the upload is gone. */
      sendSmall: async (id: string) =>
        (await isShrunk(id)) ? sendSmall(id, 'uploaded', undefined) : undefined,
    },

    async upload(type: EntityType, viewer: Viewer, id: string, bytes: Uint8Array): Promise<Cover> {
      const entity = await entities.get(type, viewer, id);
      const row = await keep(type, id, bytes);
      await select(type, entity, row.id);
      return toUploaded(row, row.id);
    },

    async select(
      type: EntityType,
      viewer: Viewer,
      { id, coverId }: { id: string; coverId: string },
    ): Promise<Cover> {
      const entity = await entities.get(type, viewer, id);
      const source = entity.sources.find((one) => one === coverId);
      const row = source ? undefined : await findUploaded(type, id, coverId);
      await select(type, entity, coverId);
      return row ? toUploaded(row, coverId) : toBuiltIn(source ?? 'embedded', coverId);
    },

    async reset(type: EntityType, viewer: Viewer, id: string): Promise<void> {
      const entity = await entities.get(type, viewer, id);
      await select(type, entity, entity.sources[0] ?? 'embedded');
    },

    /** A selected cover that is deleted gives way to the one that is chosen when nobody chooses. */
    async remove(
      type: EntityType,
      viewer: Viewer,
      { id, coverId }: { id: string; coverId: string },
    ): Promise<void> {
      const entity = await entities.get(type, viewer, id);
      if (entity.sources.some((source) => source === coverId))
        throw conflict('Only an uploaded cover can be deleted');
      const row = await findUploaded(type, id, coverId);
      const wasSelected = entity.selected === row.id;
      if (wasSelected) await select(type, entity, entity.sources[0] ?? 'embedded', { wasSelected });
      await discard(row.id);
      if (!wasSelected) publishChange(type, entity, { wasSelected });
    },

    sendImage,

    /**
     * The covers with their sizes, those too that are not uploaded: of the picture that `sendImage` sends. What has no
     * picture is left out.
     */
    async listMeasured(
      type: EntityType,
      viewer: Viewer,
      id: string,
      isWanted: (cover: Cover) => boolean = () => true,
    ): Promise<MeasuredCover[]> {
      const measured: MeasuredCover[] = [];
      for (const cover of (await list(type, viewer, id)).filter(isWanted)) {
        const facts = isMeasured(cover) ? cover : await measure(type, viewer, { id, coverId: cover.id });
        if (facts) measured.push({ ...cover, ...facts });
      }
      return measured;
    },

    /** Throws not_found where there is no picture, too. */
    async sendThumbnail(...which: Parameters<typeof findThumbnail>): Promise<BytesAnswer> {
      const found = await findThumbnail(...which);
      if (!found) throw notFound('thumbnail');
      return found;
    },

    /** Pictures of books that are no more. */
    async forget(bookIds: readonly string[]): Promise<void> {
      const uploaded = await store.removeOf('book', bookIds);
      for (const id of bookIds) await small.remove(id);
      for (const id of uploaded) await Promise.all([uploads.remove(id), small.remove(id)]);
    },
  };
}
