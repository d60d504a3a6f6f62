// Makes a page the cover of its book or series.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CoverOwner, refetchThumbnails, uploadPageAsCover } from '../../../api/covers.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';

export function usePageCover(bookId: string) {
  const t = useTranslate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ owner, page }: { owner: CoverOwner; page: number }) =>
      uploadPageAsCover(owner, { bookId, page }),
    onSuccess: () => showToast(t('covers.chosen')),
    onError: showError,
    onSettled: () => refetchThumbnails(queries),
  });
}
