// Pictures as they are sent: the cover that a book brings along, and pictures that the server stores.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { BlobStore } from '#infrastructure/blobs/blobs.ts';
import { notFound, replacedNow } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { toCacheControl } from '#infrastructure/http/image-caching.ts';
import type { CoverDependencies } from './dependencies.ts';

/** Full size: the page, the picture inside an EPUB, or the first page of a PDF. */
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

/** `source` names what the picture is drawn from: its validator begins with that. */
export async function sendBlob(
  blobs: BlobStore,
  id: string,
  { mediaType, version, source }: { mediaType: string; version?: string | undefined; source?: string },
): Promise<BytesAnswer> {
  const facts = await blobs.stat(id);
  if (!facts) throw notFound('cover');
  const written = `${Math.round(facts.modifiedMs).toString(36)}-${facts.sizeBytes.toString(36)}`;
  const etag = source ? `${source}-${written}` : written;
  return bytesAnswer({
    mediaType,
    sizeBytes: facts.sizeBytes,
    etag,
    lastModifiedMs: facts.modifiedMs,
    cacheControl: toCacheControl(version, etag),
    async body() {
      const bytes = await blobs.findSame(id, facts);
      if (!bytes) throw replacedNow();
      return bytes;
    },
  });
}

export const sendSmall = (
  { small }: CoverDependencies,
  id: string,
  picture: { source: string; version?: string | undefined },
): Promise<BytesAnswer> => sendBlob(small, id, { mediaType: 'image/jpeg', ...picture });
