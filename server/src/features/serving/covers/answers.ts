// Responses with cover images: the cover in a book's file, uploaded covers, and thumbnails.
import { crc32 } from 'node:zlib';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { VersionedBlob } from '#infrastructure/blobs/versioned-blobs.ts';
import { notFound } from '#infrastructure/errors.ts';
import { toCacheControl } from '#infrastructure/http/caching/image-caching.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CoverTable } from '#schema/tables/libraries/cover.ts';
import { findImage } from '../thumbnails/index.ts';
import type { CoverDependencies } from './dependencies.ts';

/** Full size: the page, the image inside an EPUB, or the first page of a PDF. */
export async function sendOriginal(
  { pages, entries }: CoverDependencies,
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
}

export const sendUpload = (
  { database }: CoverDependencies,
  { id, mediaType, fileSize, createdAt }: CoverTable,
  version?: string,
): BytesAnswer =>
  bytesAnswer({
    mediaType,
    sizeBytes: fileSize,
    // The image of an uploaded cover never changes.
    etag: id,
    lastModifiedMs: createdAt,
    cacheControl: toCacheControl(version, id),
    async body() {
      const bytes = await findImage(database.db, id);
      if (!bytes) throw notFound('cover');
      return bytes;
    },
  });

/**
 * `source` identifies the image the thumbnail is drawn from. The ETag starts with it, so that servers that drew the
 * same image send the same ETag.
 */
export function sendSmall(
  { bytes, writtenMs }: VersionedBlob,
  { source, version }: { source: string; version?: string | undefined },
): BytesAnswer {
  const etag = `${source}-${crc32(bytes).toString(36)}-${bytes.length.toString(36)}`;
  return bytesAnswer({
    mediaType: 'image/jpeg',
    sizeBytes: bytes.length,
    etag,
    lastModifiedMs: writtenMs,
    cacheControl: toCacheControl(version, etag),
    body: () => bytes,
  });
}
