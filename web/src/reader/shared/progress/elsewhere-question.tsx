// Asks whether to continue at the position from another device. Does not block reading.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isText } from '@lectern/contract/values';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from './elsewhere-question.module.css';
import { toPosition, toShare } from './position.ts';
import type { OpenProgressSync } from './progress-sync.ts';
import { useElsewhere } from './use-progress-sync.ts';

interface Props {
  book: BookDto;
  progressSync: OpenProgressSync;
}

export function ElsewhereQuestion({ book, progressSync }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const there = useElsewhere(progressSync);
  if (!there) return null;
  const share = toShare(toPosition(there));
  const isByShare = isText(book.fileFormat) && share !== undefined;
  return (
    <Paper className={classes.question} role="alert" withBorder shadow="md" p="sm">
      <Text size="sm">
        {isByShare
          ? t('reader.shared.elsewhereShare', { percent: format.percent(share) })
          : t('reader.shared.elsewherePage', { page: there.currentPage })}
      </Text>
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button variant="default" onClick={() => progressSync.answer('stay')}>
          {t('reader.shared.stayHere')}
        </Button>
        <Button onClick={() => progressSync.answer('go')}>{t('reader.shared.goThere')}</Button>
      </Group>
    </Paper>
  );
}
