// One downloaded book, or a download in progress.

import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { toUrl } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { toFormatName } from '../../i18n/format-name.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { removeDownload, retryDownload } from '../../offline/downloads.ts';
import type { Download } from '../../offline/store.ts';
import { Cover } from '../../ui/cards/cover.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import classes from './downloaded-book.module.css';

export function DownloadedBook({ entry }: { entry: Download }) {
  const t = useTranslate();
  const format = useFormat();
  const { bookId: id, title, seriesName, state, sizeBytes, updatedAt, done, total } = entry;
  return (
    <li className={classes.book}>
      <div className={classes.cover}>
        <Cover
          src={toUrl(`api/v1/books/${id}/thumbnail?at=${encodeURIComponent(updatedAt)}&optional`)}
          title={title}
          line={seriesName}
        />
      </div>
      <div className={classes.words}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[seriesName, toFormatName(entry.format, t), sizeBytes > 0 && format.size(sizeBytes)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {state !== 'kept' && (
          <Progress
            value={total > 0 ? (done / total) * 100 : 0}
            size="sm"
            mt={6}
            aria-label={t('offline.takingIn', { title })}
          />
        )}
        {state === 'stopped' && (
          <Text size="sm" role="status">
            {t('offline.interrupted')}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {state === 'kept' && (
          <ButtonLink to="/books/$id/read" params={{ id }} aria-label={t('offline.readOne', { title })}>
            {t('offline.read')}
          </ButtonLink>
        )}
        {state === 'stopped' && (
          <Button variant="default" onClick={() => retryDownload(entry)}>
            {t('offline.again')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('offline.removeOne', { title })}
          onClick={() => void removeDownload(entry)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}
