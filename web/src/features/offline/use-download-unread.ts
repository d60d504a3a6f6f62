// Downloads the unread books of a series to this device.
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useDownloads } from '../../offline/downloads.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { useDownload } from './use-download.ts';

/** Maximum number of books per click. */
const maxBooks = 20;

export function useDownloadUnread(seriesId: string) {
  const t = useTranslate();
  const download = useDownload();
  const known = useDownloads();
  return useMutation({
    async mutationFn() {
      const { data } = await call('GET /api/v1/books', { query: { seriesId, pageSize: 500 } });
      const unread = data.filter(
        ({ id, readProgress, pageCount }) =>
          pageCount > 0 && !readProgress?.completed && !known.some(({ bookId }) => bookId === id),
      );
      if (unread.length === 0) return showToast(t('offline.nothingUnread'));
      await download(unread.slice(0, maxBooks));
    },
    onError: showError,
  });
}
