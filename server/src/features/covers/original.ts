// The cover that a book brings along, full size: its page, the picture inside an EPUB, or the first page of a PDF.
import type { Catalog } from '#catalog/catalog.ts';
import { decodeContent } from '#formats/content.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { notFound, Problem } from '#kernel/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#kernel/http/answers.ts';
import { toCacheControl } from '#kernel/http/image-caching.ts';
import { toFault, toReadFailure } from '#kernel/workers/failures.ts';
import type { WorkerPool } from '#kernel/workers/pool.ts';
import type { BookFiles } from '../books/index.ts';
import type { PageService } from '../pages/index.ts';

interface Parts {
  catalog: Catalog;
  books: Pick<BookFiles, 'findContent'>;
  pages: Pick<PageService, 'get'>;
  pool(): WorkerPool;
}

const timeoutMs = 30_000;

export function createOriginals({ catalog, books, pages, pool }: Parts) {
  return async function sendOriginal(
    viewer: Viewer,
    bookId: string,
    version: string | undefined,
  ): Promise<BytesAnswer> {
    const book = await catalog.files.get(viewer, bookId);
    const row = await books.findContent(bookId);
    const content = row && decodeContent(row.content);
    if (!row || !content?.cover) throw notFound('cover');
    if ('page' in content.cover) {
      return pages.get(viewer, bookId, {
        number: content.cover.page + 1,
        version,
        accept: undefined,
        acceptEncoding: undefined,
      });
    }
    const entry = content.resources[content.cover.resource];
    if (!entry) throw notFound('cover');
    const etag = `${(entry.crc32 ?? 0).toString(16)}-${entry.sizeBytes.toString(36)}`;
    return bytesAnswer({
      mediaType: entry.mediaType,
      etag,
      lastModifiedMs: row.fileModifiedUs / 1000,
      cacheControl: toCacheControl(version, etag),
      async body() {
        const input = { root: book.root, relativePath: book.relativePath, entry };
        const made = await pool()
          .run({ name: 'covers.original', input, timeoutMs, urgency: 2 })
          .catch(toCoverProblem);
        return (made as { bytes: Uint8Array }).bytes;
      },
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
