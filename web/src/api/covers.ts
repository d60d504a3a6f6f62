// Uploads covers: an image, or a page of a book.
import type { QueryClient } from '@tanstack/react-query';
import { call, toUrl } from './call.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';

export interface CoverOwner {
  noun: 'books' | 'series';
  id: string;
}

export interface BookPage {
  bookId: string;
  page: number;
}

/** Large enough for any screen. */
const pageWidth = 1200;

export function uploadCover({ noun, id }: CoverOwner, file: File) {
  const body = new FormData();
  body.set('file', file);
  return call(`POST /api/v1/${noun}/{id}/cover`, { params: { id }, body });
}

export async function uploadPageAsCover(owner: CoverOwner, { bookId, page }: BookPage) {
  const address = `api/v1/books/${bookId}/pages/${page}?width=${pageWidth}&format=jpeg`;
  const response = await fetchWithRetry(toUrl(address));
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const file = new File([await response.blob()], `page-${page}.jpg`, { type: 'image/jpeg' });
  return uploadCover(owner, file);
}

/** Refetches every view with the thumbnail. */
export const refetchThumbnails = (queries: QueryClient) =>
  Promise.all([['books'], ['series']].map((queryKey) => queries.invalidateQueries({ queryKey })));
