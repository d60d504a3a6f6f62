// The addresses that a book consists of offline. They are relative to the path of the client.

import type { BookDto } from '@lectern/contract/books';
import type { Page } from '@lectern/contract/pages';
import { toRecord } from '@lectern/contract/records';
import { isShownEverywhere } from '../api/image-types.ts';

/** Metadata and thumbnail of a book and its series. */
export const toMetadataPaths = ({ id, seriesId, updatedAt }: BookDto): string[] => {
  const at = encodeURIComponent(updatedAt);
  return [
    `api/v1/books/${id}`,
    `api/v1/books/${id}/adjacent`,
    `api/v1/books/${id}/thumbnail?at=${at}`,
    `api/v1/series/${seriesId}`,
    `api/v1/series/${seriesId}/metadata`,
  ];
};

/** Unlike an image, a download does not say what the browser shows: what not every browser does is asked for as WebP. */
export const toPagePaths = (
  bookId: string,
  pages: readonly Pick<Page, 'pageNumber' | 'mediaType'>[],
): string[] =>
  pages.map(
    ({ pageNumber, mediaType }) =>
      `api/v1/books/${bookId}/pages/${pageNumber}${isShownEverywhere(mediaType ?? '') ? '' : '?format=webp'}`,
  );

/**
 * The files of a publication, by its manifest (Readium Web Publication Manifest §2). Addresses outside of this book are
 * ignored, whatever the manifest names. `manifestUrl` is absolute, as is the result.
 */
export function toResourceUrls(manifest: unknown, manifestUrl: string): string[] {
  const { readingOrder, resources } = toRecord(manifest);
  const inside = manifestUrl.replace(/manifest$/, 'resources/');
  const found = new Set<string>();
  for (const link of [readingOrder, resources].flatMap((list) => (Array.isArray(list) ? list : []))) {
    const { href } = toRecord(link);
    if (typeof href !== 'string') continue;
    const url = URL.parse(href, manifestUrl);
    if (!url) continue;
    url.hash = '';
    if (url.href.startsWith(inside)) found.add(url.href);
  }
  return [...found];
}
