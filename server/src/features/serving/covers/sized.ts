// Covers in the size that a device asks for, drawn when they are asked for: it keeps them itself.
import { hash } from 'node:crypto';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { Box } from './jobs.ts';
import { toCoverProblem } from './original.ts';
import type { Thumbnails } from './thumbnails.ts';

interface Dependencies {
  catalog: Catalog;
  thumbnails: Thumbnails;
  pool(): WorkerPool;
  box: Box;
}

/** A JPEG that fits into the box, in pixels; a smaller picture keeps its size. */
export type SendSized = (
  viewer: Viewer,
  bookId: string,
  wanted: { width: number; height: number; quality: number },
) => Promise<BytesAnswer>;

const maxPixels = 3_000;

export function createSized({ catalog, thumbnails, pool, box }: Dependencies): SendSized {
  return async (viewer, bookId, { width, height, quality }) => {
    const book = await catalog.files.get(viewer, bookId);
    const wanted: Box = {
      ...box,
      maxWidth: bound(width, maxPixels),
      maxHeight: bound(height, maxPixels),
      quality: bound(quality, 100),
    };
    const etag = hash('sha1', JSON.stringify([book.id, book.coverVersion, wanted]), 'base64url');
    return bytesAnswer({
      mediaType: 'image/jpeg',
      etag,
      async body() {
        const bytes = await thumbnails.draw(book, pool(), wanted).catch(toCoverProblem);
        if (!bytes) throw notFound('cover');
        return bytes;
      },
    });
  };
}

const bound = (value: number, max: number): number => Math.max(1, Math.min(max, value));
