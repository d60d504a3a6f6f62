// The cover of a book, full size, as a JPEG whatever is stored: for readers that know no other format.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type BytesAnswer, type BytesBody, bytesAnswer, isBorrowed } from '#infrastructure/http/answers.ts';
import type { Conversions } from '../pages/index.ts';
import type { Entities } from './entities.ts';
import type { CoverService } from './service.ts';

interface Dependencies {
  service: Pick<CoverService, 'sendImage'>;
  entities: Pick<Entities, 'get'>;
  conversions: Pick<Conversions, 'convert'>;
}

/** Throws not_found when the book has no cover, or does not exist for the viewer. */
export type SendJpeg = (viewer: Viewer, bookId: string) => Promise<BytesAnswer>;

export function createJpegCovers({ service, entities, conversions }: Dependencies): SendJpeg {
  return async (viewer, bookId) => {
    const { selected: coverId } = await entities.get('book', viewer, bookId);
    const found = await service.sendImage('book', viewer, { id: bookId, coverId, version: undefined });
    if (found.mediaType === 'image/jpeg') return found;
    const { etag: stored = coverId, lastModifiedMs } = found;
    const etag = `cover-${stored}-jpeg`;
    return bytesAnswer({
      mediaType: 'image/jpeg',
      etag,
      ...(lastModifiedMs !== undefined && { lastModifiedMs }),
      body: () =>
        conversions.convert({ bookId, etag }, { format: 'jpeg', width: undefined }, async () =>
          readWhole(await found.body()),
        ),
    });
  };
}

/** Bytes in memory of their own. */
async function readWhole(body: BytesBody): Promise<Uint8Array> {
  if (isBorrowed(body)) {
    const bytes = Uint8Array.from(body.bytes);
    body.release();
    return bytes;
  }
  return body instanceof Uint8Array ? body : Buffer.concat(await body.toArray());
}
