// Beyond the last page, or before the first: what to read now, without leaving.

import type { BookDto } from '@lectern/contract/books';
import { Button, Group, Stack, Text } from '@mantine/core';
import { toThumbnailUrl } from '../../../api/call.ts';
import { Picture } from '../../../ui/picture.tsx';
import { useText as useSharedText } from '../../shared/words/index.ts';
import { useText } from '../words/index.ts';
import classes from './end-card.module.css';

interface Props {
  side: 'before' | 'after';
  title: string;
  other: BookDto | undefined;
  onOpen(): void;
  /** Back to the pages; none where the card stands below them. */
  onStay?: (() => void) | undefined;
  onClose(): void;
}

export function EndCard({ side, title, other, onOpen, onStay, onClose }: Props) {
  const t = useText();
  const words = useSharedText();
  const isAfter = side === 'after';
  return (
    <section
      className={onStay ? classes.over : classes.below}
      aria-label={t(isAfter ? 'endOfBook' : 'beginningOfBook')}
    >
      <Stack align="center" gap="sm" className={classes.card}>
        <Text size="sm" c="dimmed">
          {t(isAfter ? 'endOf' : 'beginningOf', { title })}
        </Text>
        {other ? (
          <>
            <Picture className={classes.cover} src={toThumbnailUrl('books', other)} alt="" />
            <Text fw={600} ta="center" role="status">
              {t(isAfter ? 'nextBookIs' : 'previousBookIs', { title: other.title })}
            </Text>
          </>
        ) : (
          <Text ta="center" role="status">
            {t(isAfter ? 'noNextBook' : 'noPreviousBook')}
          </Text>
        )}
        <Group justify="center" gap="xs">
          {other && <Button onClick={onOpen}>{t(isAfter ? 'readNext' : 'readPrevious')}</Button>}
          {onStay && (
            <Button variant="default" onClick={onStay}>
              {t('backToPages')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {words('closeBook')}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
