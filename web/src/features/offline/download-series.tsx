// Downloads the unread books of a series.
import { Button, type ButtonProps } from '@mantine/core';
import { IconDeviceMobileDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { canDownload, useDownloads } from '../../offline/downloads.ts';
import { showError, showToast } from '../../ui/toasts.tsx';
import { useDownload } from './use-download.ts';

/** Limit of books for one click. */
const maxBooks = 20;

export function DownloadSeries({ seriesId, ...props }: { seriesId: string } & ButtonProps) {
  const t = useTranslate();
  const download = useDownload();
  const known = useDownloads();
  const downloadUnread = useMutation({
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
  if (!canDownload) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDeviceMobileDown size={18} />}
      loading={downloadUnread.isPending}
      {...props}
      onClick={() => downloadUnread.mutate()}
    >
      {t('offline.keepUnread')}
    </Button>
  );
}
