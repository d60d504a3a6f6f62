// Covers and thumbnails of books and series.
import { join } from 'node:path';
import { bookCovers, type Cover, seriesCovers } from '@lectern/contract/serving/covers';
import type { UploadedCovers } from '#features/reading/lists/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { OwnedFile } from '#infrastructure/blobs/owned-files.ts';
import { VersionedBlobs } from '#infrastructure/blobs/versioned-blobs.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { answer, type BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { type Handlers, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import { type CoverTask, defineCoverTask, type Renewal } from '../thumbnails/index.ts';
import { adoptBeside } from './beside.ts';
import type { CoverDependencies } from './dependencies.ts';
import { createDesignedCache, sendDesigned } from './designed.ts';
import { findMosaic, sendJpeg, sendSized } from './drawn.ts';
import type { ImageRequest, ThumbnailRequest, WhichCover } from './entities.ts';
import * as provided from './provided.ts';
import type { MeasuredCover } from './service.ts';
import * as covers from './service.ts';
import { type EntityType, listBeside, removeOrphans } from './store.ts';
import { createUploads } from './uploads.ts';

export type { CoverState, ProvidedCover } from './provided.ts';
export type { MeasuredCover };

/** Methods throw `not_found` for entities that do not exist for the viewer. */
export interface CoverService {
  list(type: EntityType, viewer: Viewer, id: string): Promise<Cover[]>;
  /** All covers with image sizes, as sent by `sendImage`. Omits covers without an image. */
  listMeasured(
    type: EntityType,
    viewer: Viewer,
    id: string,
    isWanted: (cover: Cover) => boolean,
  ): Promise<MeasuredCover[]>;
  upload(type: EntityType, viewer: Viewer, id: string, bytes: Uint8Array): Promise<Cover>;
  select(type: EntityType, viewer: Viewer, which: WhichCover): Promise<Cover>;
  /** Selects the default cover. */
  reset(type: EntityType, viewer: Viewer, id: string): Promise<void>;
  remove(type: EntityType, viewer: Viewer, which: WhichCover): Promise<void>;
  /** Sends the full-size image. */
  sendImage(type: EntityType, viewer: Viewer, request: ImageRequest): Promise<BytesAnswer>;
  /** Undefined if there is none. */
  findThumbnail(
    type: EntityType,
    viewer: Viewer,
    request: ThumbnailRequest,
  ): Promise<BytesAnswer | undefined>;
  /** A designed cover with the title if there is none. */
  sendThumbnail(type: EntityType, viewer: Viewer, request: ThumbnailRequest): Promise<BytesAnswer>;
  /** A mosaic of the covers of up to four books or series; undefined if none has a cover. */
  findMosaic(type: EntityType, viewer: Viewer, ids: readonly string[]): Promise<BytesAnswer | undefined>;
  /** The selected cover of a book, full size, converted to JPEG. A designed cover if there is none. */
  sendJpeg(viewer: Viewer, bookId: string): Promise<BytesAnswer>;
  /**
   * The cover of a book as JPEG that fits into the box, in pixels. Smaller images are not enlarged. A designed cover if
   * there is none.
   */
  sendSized(
    viewer: Viewer,
    bookId: string,
    box: { width: number; height: number; quality: number },
  ): Promise<BytesAnswer>;
  readState(type: EntityType, viewer: Viewer, id: string): Promise<provided.CoverState>;
  addProvided: BoundTo<typeof provided.addProvided>;
  showProvided: BoundTo<typeof provided.showProvided>;
  dropProvided: BoundTo<typeof provided.dropProvided>;
  /** Enqueues drawing the missing thumbnails of a library. `renew` also redraws existing ones. */
  requestThumbnails(libraryId: string, renew?: Renewal): Promise<void>;
}

type BoundTo<F> = F extends (deps: CoverDependencies, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

type CoversDependencies = Omit<CoverDependencies, 'small' | 'box' | 'flights' | 'designed'>;

export class Covers {
  readonly #deps: CoverDependencies;
  readonly task: CoverTask;
  readonly service: CoverService;
  readonly routes: MountedRoute[];
  readonly uploads: UploadedCovers;
  /** All thumbnail files, including those of deleted books and covers. */
  readonly kept: { list(): AsyncIterable<OwnedFile> };

  constructor(deps: CoversDependencies & { config: Config }) {
    const { thumbnailWidth, thumbnailHeight, thumbnailQuality, maxPixels } = deps.config.images;
    this.#deps = {
      ...deps,
      small: new VersionedBlobs(join(deps.config.dataDir, 'thumbnails'), '.jpg'),
      box: { maxWidth: thumbnailWidth, maxHeight: thumbnailHeight, quality: thumbnailQuality, maxPixels },
      flights: new SingleFlight(),
      designed: createDesignedCache(),
    };
    this.task = defineCoverTask(this.#deps);
    this.service = createCoverService(this.#deps, this.task);
    this.routes = createCoverRoutes(this.service);
    this.uploads = createUploads(this.#deps);
    this.kept = this.#deps.small;
  }

  /** Covers from pictures next to books. */
  readonly beside = {
    list: (libraryId: string) => listBeside(this.#deps.database.db, libraryId),
    adopt: (type: EntityType, cover: Parameters<typeof adoptBeside>[2]) =>
      adoptBeside(this.#deps, type, cover),
    drop: (type: EntityType, which: { id: string; coverId: string }) =>
      provided.dropProvided(this.#deps, type, which),
  };

  /** Deletes the images of deleted books. */
  forget(bookIds: readonly string[]): Promise<void> {
    return covers.removeCoversOf(this.#deps, bookIds);
  }

  /** Deletes uploads whose owner was deleted. Returns their number. */
  removeOrphans(): Promise<number> {
    return removeOrphans(this.#deps.database.db);
  }
}

const createCoverService = (deps: CoverDependencies, task: CoverTask): CoverService => ({
  list: (type, viewer, id) => covers.listCovers(deps, type, viewer, id),
  listMeasured: (type, viewer, id, isWanted) => covers.listMeasured(deps, type, viewer, { id, isWanted }),
  upload: (type, viewer, id, bytes) => covers.uploadCover(deps, type, viewer, { id, bytes }),
  select: (type, viewer, which) => covers.selectCover(deps, type, viewer, which),
  reset: (type, viewer, id) => covers.resetCover(deps, type, viewer, id),
  remove: (type, viewer, which) => covers.removeCover(deps, type, viewer, which),
  sendImage: (type, viewer, request) => covers.sendImage(deps, type, viewer, request),
  findThumbnail: (type, viewer, request) => covers.findThumbnail(deps, type, viewer, request),
  sendThumbnail: async (type, viewer, request) =>
    (await covers.findThumbnail(deps, type, viewer, request)) ??
    sendDesigned(deps, type, viewer, { id: request.id, ...deps.box }),
  findMosaic: (type, viewer, ids) => findMosaic(deps, type, viewer, ids),
  sendJpeg: (viewer, bookId) => sendJpeg(deps, viewer, bookId),
  sendSized: (viewer, bookId, box) => sendSized(deps, viewer, bookId, box),
  readState: (type, viewer, id) => provided.readState(deps, type, viewer, id),
  addProvided: (type, viewer, picture) => provided.addProvided(deps, type, viewer, picture),
  showProvided: (type, which) => provided.showProvided(deps, type, which),
  dropProvided: (type, which) => provided.dropProvided(deps, type, which),
  requestThumbnails: async (libraryId, renew) =>
    void (await deps.queue.enqueue(task, { libraryId, renew }, { rerun: true })),
});

function createCoverRoutes(service: CoverService): MountedRoute[] {
  const handlers = (type: EntityType): Handlers<typeof bookCovers.table> => ({
    thumbnail: async ({ viewer, params, query }) => {
      const request = { id: params.id, version: query.v };
      if (!query.optional) return service.sendThumbnail(type, viewer, request);
      return (await service.findThumbnail(type, viewer, request)) ?? answer(undefined, { status: 204 });
    },
    list: async ({ viewer, params }) => ({ covers: await service.list(type, viewer, params.id) }),
    upload: async ({ viewer, params, request }) => {
      const { bytes } = await request.readUpload();
      return answer(await service.upload(type, viewer, params.id, bytes), { status: 201 });
    },
    select: ({ viewer, params }) => service.select(type, viewer, params),
    reset: ({ viewer, params }) => service.reset(type, viewer, params.id),
    remove: ({ viewer, params }) => service.remove(type, viewer, params),
    image: ({ viewer, params, query }) => service.sendImage(type, viewer, { ...params, version: query.v }),
  });
  return [...implement(bookCovers, handlers('book')), ...implement(seriesCovers, handlers('series'))];
}
