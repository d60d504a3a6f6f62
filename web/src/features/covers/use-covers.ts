// The covers of a series or a book, and the actions on them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, toUrl } from '../../api/call.ts';
import { fetchWithRetry } from '../../api/fetch-with-retry.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts.tsx';

export interface Owner {
  noun: 'books' | 'series';
  id: string;
}

export const coversOf = ({ noun, id }: Owner) =>
  queryOptions({
    queryKey: [noun, 'covers', id],
    queryFn: ({ signal }) => call(`GET /api/v1/${noun}/{id}/covers`, { params: { id } }, { signal }),
  });

/** In full size. */
export const toCoverUrl = ({ noun, id }: Owner, coverId: string): string =>
  toUrl(`api/v1/${noun}/${id}/covers/${encodeURIComponent(coverId)}/image`);

/** Enough for any screen. */
const pageWidth = 1200;

export interface BookPage {
  bookId: string;
  page: number;
}

async function fetchPage({ bookId, page }: BookPage): Promise<File> {
  const response = await fetchWithRetry(
    toUrl(`api/v1/books/${bookId}/pages/${page}?width=${pageWidth}&format=jpeg`),
  );
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  return new File([await response.blob()], `page-${page}.jpg`, { type: 'image/jpeg' });
}

export function useCovers(owner: Owner) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { noun, id } = owner;
  const options = {
    onError: showError,
    // Every view with the thumbnail is refetched.
    onSettled: () =>
      Promise.all([['books'], ['series']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
  const onSuccess = () => showToast(t('covers.chosen'));
  const send = (file: File) => {
    const body = new FormData();
    body.set('file', file);
    return call(`POST /api/v1/${noun}/{id}/cover`, { params: { id }, body });
  };
  return {
    upload: useMutation({ ...options, onSuccess, mutationFn: send }),
    usePage: useMutation({
      ...options,
      onSuccess,
      mutationFn: async (which: BookPage) => send(await fetchPage(which)),
    }),
    select: useMutation({
      ...options,
      onSuccess,
      mutationFn: (coverId: string) =>
        call(`PUT /api/v1/${noun}/{id}/covers/{coverId}/select`, { params: { id, coverId } }),
    }),
    reset: useMutation({
      ...options,
      onSuccess,
      mutationFn: () => call(`DELETE /api/v1/${noun}/{id}/covers/selected`, { params: { id } }),
    }),
    remove: useMutation({
      ...options,
      onSuccess: () => showToast(t('covers.removed')),
      mutationFn: (coverId: string) =>
        call(`DELETE /api/v1/${noun}/{id}/covers/{coverId}`, { params: { id, coverId } }),
    }),
  };
}
