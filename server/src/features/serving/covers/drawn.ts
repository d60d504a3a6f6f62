// Covers drawn on request: as JPEG in full size, in the size that a device requests, and as a mosaic of several covers.
import { hash } from 'node:crypto';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound, Problem } from '#infrastructure/errors.ts';
import { readAll } from '#infrastructure/http/bodies/read-all.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import { type Box, type coverJobs, drawThumbnail } from '../thumbnails/index.ts';
import type { CoverDependencies } from './dependencies.ts';
import { fullSize, sendDesigned } from './designed.ts';
import { getEntity } from './entities.ts';
import type { SelectedCovers } from './service.ts';
import type { EntityType } from './store.ts';

const callJob = callerOf<typeof coverJobs>();
const timeoutMs = 30_000;
/** Size in pixels, and the quality of the JPEG in percent. */
export type SizedBox = Record<'width' | 'height' | 'quality', number>;

/** Maximum edge length that a device can request. */
const maxEdgePixels = 3_000;

export class DrawnCovers {
  readonly #deps: CoverDependencies;
  readonly #covers: SelectedCovers;

  constructor(deps: CoverDependencies, covers: SelectedCovers) {
    this.#deps = deps;
    this.#covers = covers;
  }

  async sendJpeg(viewer: Viewer, bookId: string): Promise<BytesAnswer> {
    if (!(await this.#covers.hasPicture(viewer, bookId)))
      return sendDesigned(this.#deps, 'book', viewer, { id: bookId, ...fullSize });
    const { selected: coverId } = await getEntity(this.#deps, 'book', viewer, bookId);
    const found = await this.#covers.sendImage('book', viewer, { id: bookId, coverId, version: undefined });
    if (found.mediaType === 'image/jpeg') return found;
    const { etag: stored = coverId, lastModifiedMs } = found;
    const etag = `cover-${stored}-jpeg`;
    return bytesAnswer({
      mediaType: 'image/jpeg',
      etag,
      ...(lastModifiedMs !== undefined && { lastModifiedMs }),
      body: () =>
        this.#deps.conversions.convert({ bookId, etag }, { format: 'jpeg', width: undefined }, () =>
          readAll(found),
        ),
    });
  }

  async sendSized(
    viewer: Viewer,
    bookId: string,
    { width, height, quality }: SizedBox,
  ): Promise<BytesAnswer> {
    const book = await this.#deps.catalog.files.get(viewer, bookId);
    const box: Box = {
      ...this.#deps.box,
      maxWidth: bound(width, maxEdgePixels),
      maxHeight: bound(height, maxEdgePixels),
      quality: bound(quality, 100),
    };
    if (!(await this.#covers.hasPicture(viewer, bookId)))
      return sendDesigned(this.#deps, 'book', viewer, { id: bookId, ...box });
    return bytesAnswer({
      mediaType: 'image/jpeg',
      etag: hash('sha1', JSON.stringify([book.id, book.coverVersion, box]), 'base64url'),
      body: async () => {
        const bytes = await drawThumbnail(this.#deps, book, box).catch(toCoverProblem);
        if (!bytes) throw notFound('cover');
        return bytes;
      },
    });
  }

  /** The ETag is derived from those of the covers, so that clients can revalidate the mosaic. */
  async findMosaic(
    type: EntityType,
    viewer: Viewer,
    ids: readonly string[],
  ): Promise<BytesAnswer | undefined> {
    const found = await Promise.all(ids.map((id) => this.#findReadable(type, viewer, id)));
    const answers = found.filter((answer) => answer !== undefined);
    if (answers.length < 4) return answers[0];
    return bytesAnswer({
      mediaType: 'image/jpeg',
      etag: hash('sha1', answers.map((answer) => answer.etag).join(' '), 'base64url'),
      body: async () => {
        const input = { pictures: await Promise.all(answers.map(readAll)), box: this.#deps.box };
        const call = { input, timeoutMs, urgency: 2, roots: [] };
        return (await callJob(this.#deps.pools.interactive(), 'covers.mosaic', call)).bytes;
      },
    });
  }

  /** Undefined for a book that cannot be read: the mosaic omits it. */
  async #findReadable(type: EntityType, viewer: Viewer, id: string): Promise<BytesAnswer | undefined> {
    try {
      return await this.#covers.findThumbnail(type, viewer, { id, version: undefined });
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    }
  }
}

/** Converts an unreadable cover to an error of the book. */
function toCoverProblem(error: unknown): never {
  const failure = toReadFailure(error);
  if (!failure) throw toFault(error);
  throw new Problem('page_extraction_failed', `The cover cannot be read: ${failure.message}`, {
    cause: error,
  });
}

const bound = (value: number, max: number): number => Math.max(1, Math.min(max, value));
