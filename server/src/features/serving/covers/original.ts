// The cover that a book brings along, full size: its page, the picture inside an EPUB, or the first page of a PDF.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound, Problem } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toCacheControl } from '#infrastructure/http/image-caching.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { EntryReader, PageService } from '../pages/index.ts';

interface Dependencies {
  pages: Pick<PageService, 'get' | 'openBook'>;
  entries: Pick<EntryReader, 'read'>;
}

export function createOriginals({ pages, entries }: Dependencies) {
  return async function sendOriginal(
    viewer: Viewer,
    bookId: string,
    version: string | undefined,
  ): Promise<BytesAnswer> {
    const { book, map } = await pages.openBook(viewer, bookId);
    if (!map.cover) throw notFound('cover');
    if ('page' in map.cover) {
      return pages.get(viewer, bookId, {
        number: map.cover.page + 1,
        version,
        accept: undefined,
        acceptEncoding: undefined,
      });
    }
    const entry = map.resources[map.cover.resource];
    if (!entry) throw notFound('cover');
    const etag = `${(entry.crc32 ?? 0).toString(16)}-${entry.sizeBytes.toString(36)}`;
    return bytesAnswer({
      mediaType: entry.mediaType,
      etag,
      lastModifiedMs: map.modifiedUs / 1000,
      cacheControl: toCacheControl(version, etag),
      body: () => entries.read({ book, map, entry }),
    });
  };
}

/** What cannot be read of a cover is the book's fault. */
export function toCoverProblem(error: unknown): never {
  const failure = toReadFailure(error);
  if (!failure) throw toFault(error);
  throw new Problem('page_extraction_failed', `The cover cannot be read: ${failure.message}`, {
    cause: error,
  });
}
