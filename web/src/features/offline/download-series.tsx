// Downloads the unread books of a series.
import { Button, type ButtonProps } from '@mantine/core';
import { IconDeviceMobileDown } from '@tabler/icons-react';
import { useTranslate } from '../../i18n/translate.ts';
import { canDownload } from '../../offline/downloads.ts';
import { useDownloadUnread } from './use-download-unread.ts';

export function DownloadSeries({ seriesId, ...props }: { seriesId: string } & ButtonProps) {
  const t = useTranslate();
  const { mutate, isPending } = useDownloadUnread(seriesId);
  if (!canDownload) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDeviceMobileDown size={18} />}
      loading={isPending}
      {...props}
      onClick={() => mutate()}
    >
      {t('offline.keepUnread')}
    </Button>
  );
}
