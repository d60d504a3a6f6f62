// Downloads a book to this device, shows the progress, and removes it again.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Button, type ButtonProps, Progress, Stack, Text } from '@mantine/core';
import { IconDeviceMobileCheck, IconDeviceMobileDown, IconX } from '@tabler/icons-react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { canDownload, removeDownload, useDownloads } from '../../offline/downloads.ts';
import { showToast } from '../../ui/toasts/toasts.tsx';
import { useDownload } from './use-download.ts';

/** Renders nothing if downloads are not possible (without HTTPS), and for unreadable books. */
export function DownloadBook({ book, ...props }: { book: BookDto } & ButtonProps) {
  const t = useTranslate();
  const format = useFormat();
  const download = useDownload();
  const entry = useDownloads().find(({ bookId }) => bookId === book.id);
  if (!canDownload || book.pageCount === 0) return null;
  if (!entry)
    return (
      <Button
        variant="default"
        leftSection={<IconDeviceMobileDown size={18} />}
        {...props}
        onClick={() => download([book])}
      >
        {t('offline.keep')}
      </Button>
    );
  const remove = () => {
    void removeDownload(entry);
    showToast(t('offline.givenAway', { title: book.title }), () => download([book]));
  };
  if (entry.state === 'kept')
    return (
      <Button
        variant="light"
        leftSection={<IconDeviceMobileCheck size={18} />}
        rightSection={<IconX size={14} />}
        {...props}
        onClick={remove}
        aria-label={`${t('offline.keptSize', { size: format.size(entry.sizeBytes) })}: ${t('offline.remove')}`}
      >
        {t('offline.keptSize', { size: format.size(entry.sizeBytes) })}
      </Button>
    );
  return (
    <Stack gap={2} miw={180}>
      <Button
        variant="default"
        leftSection={<IconX size={18} />}
        {...props}
        onClick={() => void removeDownload(entry)}
      >
        {t('offline.stop')}
      </Button>
      <Progress
        value={entry.total > 0 ? (entry.done / entry.total) * 100 : 0}
        size="xs"
        aria-label={t('offline.takingIn', { title: book.title })}
      />
      {entry.state === 'stopped' && (
        <Text size="xs" role="status">
          {t('offline.interrupted')}
        </Text>
      )}
    </Stack>
  );
}
