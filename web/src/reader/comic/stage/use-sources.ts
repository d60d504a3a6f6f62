// URLs of the page images: original, or resized by the server for this screen.

import { toRecord } from '@lectern/contract/records';
import type { Page } from '@lectern/contract/serving/pages';
import { useCallback } from 'react';
import { toUrl } from '../../../api/call.ts';
import { isShownEverywhere } from '../../../api/image-types.ts';
import { toFetchedWidth, toSavedWidth } from '../geometry/sizes.ts';
import type { Settings } from '../state/settings.ts';

/** With the data saver, smaller files are requested in their original size. */
const smallBytes = 100_000;
/** The data saver requests fewer pixels than a high-resolution screen has. */
const savedRatio = 1.5;

/** URL of a page for a displayed width in CSS pixels. */
export type ToSource = (number: number, width: number) => string;

export const toThumbnail = (bookId: string, number: number): string =>
  toUrl(`api/v1/books/${bookId}/pages/${number}/thumbnail`);

/** URL of the original file. */
export const toOriginal = (bookId: string, number: number): string =>
  toUrl(`api/v1/books/${bookId}/pages/${number}`);

/** Whether the browser requests reduced data usage (Save-Data). Not supported by all browsers. */
const isSavingData = (): boolean => toRecord(Reflect.get(navigator, 'connection')).saveData === true;

export function useSources(
  bookId: string,
  pages: readonly Page[],
  { isResized, saving }: Pick<Settings, 'isResized' | 'saving'>,
): ToSource {
  const isSaving = saving === 'on' || (saving === 'auto' && isSavingData());
  return useCallback(
    (number, width) => {
      const page = pages[number - 1];
      const query = page ? toQuery(page, width, { isResized, isSaving }) : undefined;
      return `${toOriginal(bookId, number)}${query && query.size > 0 ? `?${query}` : ''}`;
    },
    [bookId, pages, isResized, isSaving],
  );
}

function toQuery(
  { mediaType, fileSize, width: pageWidth }: Page,
  width: number,
  { isResized, isSaving }: { isResized: boolean; isSaving: boolean },
): URLSearchParams {
  // Resizing would remove the frames of an animation.
  if (mediaType === 'image/gif') return new URLSearchParams();
  const isSaved = isSaving && !(isShownEverywhere(mediaType) && fileSize !== null && fileSize <= smallBytes);
  const ratio = window.devicePixelRatio;
  const fetched = isSaved
    ? toSavedWidth(pageWidth, width * Math.min(ratio, savedRatio))
    : isResized
      ? toFetchedWidth(pageWidth, width * ratio)
      : undefined;
  return new URLSearchParams({
    ...(fetched !== undefined && { width: String(fetched) }),
    ...(isSaved && { format: 'webp' }),
  });
}
