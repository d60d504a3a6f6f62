// The URLs that a book needs offline, relative to the base path of the client.

import type { BookDto } from '@lectern/contract/libraries/books';
import { toRecord } from '@lectern/contract/records';
import type { Page } from '@lectern/contract/serving/pages';
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

/**
 * A download does not declare the image types that the browser supports, unlike an image element. Formats without universal
 * support are requested as WebP.
 */
export const toPagePaths = (
  bookId: string,
  pages: readonly Pick<Page, 'pageNumber' | 'mediaType'>[],
): string[] =>
  pages.map(
    ({ pageNumber, mediaType }) =>
      `api/v1/books/${bookId}/pages/${pageNumber}${isShownEverywhere(mediaType ?? '') ? '' : '?format=webp'}`,
  );

/** The panels of all pages, to find out whether those of a page have changed. */
export const toPanelDocumentPath = (bookId: string): string => `api/v1/books/${bookId}/guided-navigation`;

/** The panels of the pages for guided view. */
export const toPanelPaths = (bookId: string, pages: readonly Pick<Page, 'pageNumber'>[]): string[] =>
  pages.map(({ pageNumber }) => `api/v1/books/${bookId}/pages/${pageNumber}/panels`);

/**
 * The files of a publication from its manifest (Readium Web Publication Manifest §2). Ignores all URLs outside this book.
 * `manifestUrl` and the result are absolute.
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
