// The covers of a series or a book, and the actions on them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, toUrl } from '../../api/call.ts';
import {
  type BookPage,
  type CoverOwner,
  refetchThumbnails,
  uploadCover,
  uploadPageAsCover,
} from '../../api/covers.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';

export type Owner = CoverOwner;

export const coversOf = ({ noun, id }: Owner) =>
  queryOptions({
    queryKey: [noun, 'covers', id],
    queryFn: ({ signal }) => call(`GET /api/v1/${noun}/{id}/covers`, { params: { id } }, { signal }),
  });

/** In full size. */
export const toCoverUrl = ({ noun, id }: Owner, coverId: string): string =>
  toUrl(`api/v1/${noun}/${id}/covers/${encodeURIComponent(coverId)}/image`);

export function useCovers(owner: Owner) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { noun, id } = owner;
  const options = {
    onError: showError,
    onSettled: () => refetchThumbnails(queries),
  };
  const onSuccess = () => showToast(t('covers.chosen'));
  return {
    upload: useMutation({ ...options, onSuccess, mutationFn: (file: File) => uploadCover(owner, file) }),
    usePage: useMutation({
      ...options,
      onSuccess,
      mutationFn: (which: BookPage) => uploadPageAsCover(owner, which),
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
