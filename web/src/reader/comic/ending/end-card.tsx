// Shown after the last page or before the first: offers the next or previous book.

import type { BookDto } from '@lectern/contract/libraries/books';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { toThumbnailUrl } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/cards/picture.tsx';
import classes from './end-card.module.css';
import { useCountdown } from './use-countdown.ts';

interface Props {
  side: 'before' | 'after';
  title: string;
  other: BookDto | undefined;
  onOpen(): void;
  /** Returns to the pages. Undefined if the card is below them. */
  onStay?: (() => void) | undefined;
  onClose(): void;
  /** The other book opens automatically after a few seconds. */
  isCounting?: boolean;
}

export function EndCard({ side, title, other, onOpen, onStay, onClose, isCounting = false }: Props) {
  const t = useTranslate();
  const card = useRef<HTMLElement>(null);
  const countdown = useCountdown({ card, isWanted: isCounting && other !== undefined, onEnd: onOpen });
  const isAfter = side === 'after';
  return (
    <section
      ref={card}
      className={onStay ? classes.over : classes.below}
      aria-label={t(isAfter ? 'reader.comic.endOfBook' : 'reader.comic.beginningOfBook')}
    >
      <Stack align="center" gap="sm" className={classes.card}>
        <Text size="sm" c="dimmed">
          {t(isAfter ? 'reader.comic.endOf' : 'reader.comic.beginningOf', { title })}
        </Text>
        {other ? (
          <>
            <Picture className={classes.cover} src={toThumbnailUrl('books', other)} alt="" />
            <Text fw={600} ta="center" role="status">
              {t(isAfter ? 'reader.comic.nextBookIs' : 'reader.comic.previousBookIs', { title: other.title })}
            </Text>
          </>
        ) : (
          <Text ta="center" role="status">
            {t(isAfter ? 'reader.comic.noNextBook' : 'reader.comic.noPreviousBook')}
          </Text>
        )}
        {countdown.seconds !== undefined && (
          <Group gap="xs">
            <Text size="sm">{t('reader.comic.opensIn', { seconds: countdown.seconds })}</Text>
            <Button size="compact-sm" variant="default" onClick={countdown.stop}>
              {t('reader.comic.stopCountdown')}
            </Button>
          </Group>
        )}
        <Group justify="center" gap="xs">
          {other && (
            <Button onClick={onOpen}>
              {t(isAfter ? 'reader.comic.readNext' : 'reader.comic.readPrevious')}
            </Button>
          )}
          {onStay && (
            <Button variant="default" onClick={onStay}>
              {t('reader.comic.backToPages')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('reader.shared.closeBook')}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
