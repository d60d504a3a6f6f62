// Menu entries that download a book, or the unread books of a series, to this device or remove them. Without HTTPS, an entry
// that saves the file instead.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Menu } from '@mantine/core';
import { IconDeviceMobileDown, IconDeviceMobileX } from '@tabler/icons-react';
import { toUrl } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { canDownload, removeDownload, useDownloads } from '../../offline/downloads.ts';
import { DownloadItem } from '../../ui/download-item.tsx';
import { type Item, isBook } from '../books/index.tsx';
import { useDownload, useDownloadUnread } from '../offline/index.tsx';

export function DownloadItems({ item }: { item: Item }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  if (canDownload) return isBook(item) ? <OfBook book={item} /> : <OfSeries id={item.id} />;
  if (!hasPermission('files:download')) return null;
  const href = isBook(item) ? `api/v1/books/${item.id}/file` : `api/v1/series/${item.id}/download`;
  return <DownloadItem href={toUrl(href)}>{t('offline.keep')}</DownloadItem>;
}

function OfBook({ book }: { book: BookDto }) {
  const t = useTranslate();
  const download = useDownload();
  const entry = useDownloads().find(({ bookId }) => bookId === book.id);
  if (entry)
    return (
      <Menu.Item leftSection={<IconDeviceMobileX size={18} />} onClick={() => void removeDownload(entry)}>
        {t('offline.removeHere')}
      </Menu.Item>
    );
  if (book.pageCount === 0) return null;
  return (
    <Menu.Item leftSection={<IconDeviceMobileDown size={18} />} onClick={() => void download([book])}>
      {t('offline.keep')}
    </Menu.Item>
  );
}

function OfSeries({ id }: { id: string }) {
  const t = useTranslate();
  const { mutate } = useDownloadUnread(id);
  return (
    <Menu.Item leftSection={<IconDeviceMobileDown size={18} />} onClick={() => mutate()}>
      {t('offline.keepUnread')}
    </Menu.Item>
  );
}
