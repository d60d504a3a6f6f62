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
import type { CoverDependencies } from './dependencies.ts';
import { createDesignedCache, sendDesigned } from './designed.ts';
import { DrawnCovers, type SizedBox } from './drawn.ts';
import type { ImageRequest, ThumbnailRequest, WhichCover } from './entities.ts';
import { type CoverState, type NewProvidedCover, type ProvidedCover, ProvidedCovers } from './provided.ts';
import { type MeasuredCover, SelectedCovers } from './service.ts';
import { type EntityType, listBeside, removeOrphans } from './store.ts';
import { createUploads } from './uploads.ts';

export type { CoverState, MeasuredCover, ProvidedCover };

type CoversDependencies = Omit<CoverDependencies, 'small' | 'box' | 'flights' | 'designed'>;

export class Covers {
  readonly #deps: CoverDependencies;
  readonly #covers: SelectedCovers;
  readonly #provided: ProvidedCovers;
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
    this.#covers = new SelectedCovers(this.#deps);
    this.#provided = new ProvidedCovers(this.#deps, this.#covers);
    this.service = new CoverService(this.#deps, this.#covers, this.#provided, this.task);
    this.routes = createCoverRoutes(this.service);
    this.uploads = createUploads(this.#deps);
    this.kept = this.#deps.small;
  }

  /** Covers from pictures next to books. */
  readonly beside = {
    list: (libraryId: string) => listBeside(this.#deps.database.db, libraryId),
    adopt: (type: EntityType, cover: Parameters<ProvidedCovers['adoptBeside']>[1]) =>
      this.#provided.adoptBeside(type, cover),
    drop: (type: EntityType, which: { id: string; coverId: string }) => this.#provided.drop(type, which),
  };

  /** Deletes the images of deleted books. */
  forget(bookIds: readonly string[]): Promise<void> {
    return this.#covers.removeOf(bookIds);
  }

  /** Deletes uploads whose owner was deleted. Returns their number. */
  removeOrphans(): Promise<number> {
    return removeOrphans(this.#deps.database.db);
  }
}

/** Methods throw `not_found` for entities that do not exist for the viewer. */
export class CoverService {
  readonly #deps: CoverDependencies;
  readonly #covers: SelectedCovers;
  readonly #provided: ProvidedCovers;
  readonly #drawn: DrawnCovers;
  readonly #task: CoverTask;

  constructor(deps: CoverDependencies, covers: SelectedCovers, provided: ProvidedCovers, task: CoverTask) {
    this.#deps = deps;
    this.#covers = covers;
    this.#provided = provided;
    this.#drawn = new DrawnCovers(deps, covers);
    this.#task = task;
  }

  list(type: EntityType, viewer: Viewer, id: string): Promise<Cover[]> {
    return this.#covers.list(type, viewer, id);
  }

  /** All covers with image sizes, as sent by `sendImage`. Omits covers without an image. */
  listMeasured(
    type: EntityType,
    viewer: Viewer,
    id: string,
    isWanted: (cover: Cover) => boolean,
  ): Promise<MeasuredCover[]> {
    return this.#covers.listMeasured(type, viewer, { id, isWanted });
  }

  upload(type: EntityType, viewer: Viewer, id: string, bytes: Uint8Array): Promise<Cover> {
    return this.#covers.upload(type, viewer, { id, bytes });
  }

  select(type: EntityType, viewer: Viewer, which: WhichCover): Promise<Cover> {
    return this.#covers.select(type, viewer, which);
  }

  /** Selects the default cover. */
  reset(type: EntityType, viewer: Viewer, id: string): Promise<void> {
    return this.#covers.reset(type, viewer, id);
  }

  /** Deletes a cover. If it was selected, the default cover is selected. */
  remove(type: EntityType, viewer: Viewer, which: WhichCover): Promise<void> {
    return this.#covers.remove(type, viewer, which);
  }

  /** Sends the full-size image. */
  sendImage(type: EntityType, viewer: Viewer, request: ImageRequest): Promise<BytesAnswer> {
    return this.#covers.sendImage(type, viewer, request);
  }

  /** Undefined if there is none. */
  findThumbnail(
    type: EntityType,
    viewer: Viewer,
    request: ThumbnailRequest,
  ): Promise<BytesAnswer | undefined> {
    return this.#covers.findThumbnail(type, viewer, request);
  }

  /** A designed cover with the title if there is none. */
  async sendThumbnail(type: EntityType, viewer: Viewer, request: ThumbnailRequest): Promise<BytesAnswer> {
    return (
      (await this.findThumbnail(type, viewer, request)) ??
      sendDesigned(this.#deps, type, viewer, { id: request.id, ...this.#deps.box })
    );
  }

  /** A mosaic of the covers of up to four books or series; undefined if none has a cover. */
  findMosaic(type: EntityType, viewer: Viewer, ids: readonly string[]): Promise<BytesAnswer | undefined> {
    return this.#drawn.findMosaic(type, viewer, ids);
  }

  /** The selected cover of a book, full size, converted to JPEG. A designed cover if there is none. */
  sendJpeg(viewer: Viewer, bookId: string): Promise<BytesAnswer> {
    return this.#drawn.sendJpeg(viewer, bookId);
  }

  /**
   * The cover of a book as JPEG that fits into the box, in pixels. Smaller images are not enlarged. A designed cover if
   * there is none.
   */
  sendSized(viewer: Viewer, bookId: string, box: SizedBox): Promise<BytesAnswer> {
    return this.#drawn.sendSized(viewer, bookId, box);
  }

  readState(type: EntityType, viewer: Viewer, id: string): Promise<CoverState> {
    return this.#provided.readState(type, viewer, id);
  }

  addProvided(type: EntityType, viewer: Viewer, picture: NewProvidedCover): Promise<Cover> {
    return this.#provided.add(type, viewer, picture);
  }

  showProvided(type: EntityType, which: WhichCover): Promise<void> {
    return this.#provided.show(type, which);
  }

  dropProvided(type: EntityType, which: WhichCover): Promise<void> {
    return this.#provided.drop(type, which);
  }

  /** Enqueues drawing the missing thumbnails of a library. `renew` also redraws existing ones. */
  async requestThumbnails(libraryId: string, renew?: Renewal): Promise<void> {
    await this.#deps.queue.enqueue(this.#task, { libraryId, renew }, { rerun: true });
  }
}

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
