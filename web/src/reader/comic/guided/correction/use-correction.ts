// Stores the corrected panels of a page, or removes the correction.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, toUrl } from '../../../../api/call.ts';
import { useTranslate } from '../../../../i18n/translate.ts';
import { refreshDownloadedPart } from '../../../../offline/downloads.ts';
import { showError, showToast } from '../../../../ui/toasts/toasts.tsx';
import { pagePanels } from '../queries.ts';
import type { Box } from './edit.ts';

/** Without boxes, the correction is removed. */
export function useCorrection(bookId: string, page: number, onDone: () => void) {
  const t = useTranslate();
  const queries = useQueryClient();
  const params = { id: bookId, number: page };
  return useMutation({
    async mutationFn(boxes: readonly Box[] | undefined) {
      if (!boxes) return call('DELETE /api/v1/books/{id}/pages/{number}/panels', { params });
      const body = { panels: boxes.map((box) => [...box]) };
      return call('PUT /api/v1/books/{id}/pages/{number}/panels', { params, body });
    },
    async onSuccess() {
      await queries.invalidateQueries(pagePanels(bookId, page));
      const url = toUrl(`api/v1/books/${bookId}/pages/${page}/panels`);
      void refreshDownloadedPart(url).catch(() => undefined);
      showToast(t('reader.comic.panelsSaved'));
      onDone();
    },
    onError: showError,
  });
}
