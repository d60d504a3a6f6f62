// Addresses of the pages: original, or resized by the server for this screen.
import type { Page } from '@lectern/contract/pages';
import { useCallback } from 'react';
import { toUrl } from '../../../api/call.ts';
import { toFetchedWidth } from '../state/sizes.ts';

/** Formats that every browser shows; others are converted to WebP. */
const shown = /^image\/(jpeg|png|gif|webp|avif)$/;

/** Address of a page that is shown so many CSS pixels wide. */
export type ToSource = (number: number, width: number) => string;

export const toThumbnail = (bookId: string, number: number): string =>
  toUrl(`api/v1/books/${bookId}/pages/${number}/thumbnail`);

export function useSources(bookId: string, pages: readonly Page[], isResized: boolean): ToSource {
  return useCallback(
    (number, width) => {
      const { mediaType = '', width: pageWidth = null } = pages[number - 1] ?? {};
      const fetched = isResized ? toFetchedWidth(pageWidth, width * window.devicePixelRatio) : undefined;
      const query = new URLSearchParams({
        // An animation would lose its frames.
        ...(fetched !== undefined && mediaType !== 'image/gif' && { width: String(fetched) }),
        ...(!shown.test(mediaType) && { format: 'webp' }),
      });
      return toUrl(`api/v1/books/${bookId}/pages/${number}${query.size > 0 ? `?${query}` : ''}`);
    },
    [bookId, pages, isResized],
  );
}
