// One downloaded book, or a download in progress.
import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { toUrl } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { removeDownload, retry } from '../../offline/shelf.ts';
import type { Kept } from '../../offline/store.ts';
import { Cover } from '../../ui/cover.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import classes from './kept-book.module.css';

export function DownloadedBook({ kept }: { kept: Kept }) {
  const t = useTranslate();
  const format = useFormat();
  const { bookId: id, title, seriesName, state, sizeBytes, updatedAt, done, total } = kept;
  return (
    <li className={classes.book}>
      <div className={classes.cover}>
        <Cover
          src={toUrl(`api/v1/books/${id}/thumbnail?at=${encodeURIComponent(updatedAt)}&optional`)}
          title={title}
        />
      </div>
      <div className={classes.words}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {[seriesName, kept.format.toUpperCase(), sizeBytes > 0 && format.size(sizeBytes)]
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
          <Button variant="default" onClick={() => retry(kept)}>
            {t('offline.again')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('offline.removeOne', { title })}
          onClick={() => void removeDownload(kept)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}
