// Addresses of the pages: original, or resized by the server for this screen.
import type { Page } from '@lectern/contract/pages';
import { toRecord } from '@lectern/contract/records';
import { useCallback } from 'react';
import { toUrl } from '../../../api/call.ts';
import { isShownEverywhere } from '../../../api/image-types.ts';
import { toFetchedWidth, toSavedWidth } from '../geometry/sizes.ts';
import type { Settings } from '../state/settings.ts';

/** The data saver leaves pages as they are that have fewer bytes. */
const smallBytes = 100_000;
/** The data saver takes fewer pixels than a fine screen has. */
const savedRatio = 1.5;

/** Address of a page that is shown so many CSS pixels wide. */
export type ToSource = (number: number, width: number) => string;

export const toThumbnail = (bookId: string, number: number): string =>
  toUrl(`api/v1/books/${bookId}/pages/${number}/thumbnail`);

/** As it is stored. */
export const toOriginal = (bookId: string, number: number): string =>
  toUrl(`api/v1/books/${bookId}/pages/${number}`);

/** Whether the browser was told to save data (Save-Data; not every browser says so). */
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
  // A long animation would lose its frames.
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
