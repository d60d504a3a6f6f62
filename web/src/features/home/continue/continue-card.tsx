// The last read book as a large card. One click resumes it.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isText } from '@lectern/contract/values';
import { ActionIcon, Group, Progress, Text } from '@mantine/core';
import { IconBook, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext, useMemo } from 'react';
import { toThumbnailUrl } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import { findTint, toTintStyle } from '../../../ui/covers/tint.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { ExtraActionsContext, openItemMenu, useCardTitle } from '../../books/index.tsx';
import classes from './continue-card.module.css';
import { readingSpeed, toMinutesLeft } from './time-left.ts';

export function ContinueCard({ book }: { book: BookDto }) {
  const t = useTranslate();
  const toExtras = useContext(ExtraActionsContext);
  const { id, title, seriesId, seriesName, thumbHash, readProgress } = book;
  const shown = useCardTitle()(book);
  const tint = useMemo(() => toTintStyle(findTint(thumbHash, title)), [thumbHash, title]);
  const open = (x: number, y: number) => openItemMenu({ item: book, x, y, extras: toExtras(book) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the More button opens the same menu
    <div
      className={classes.card}
      style={tint}
      onContextMenu={(event) => {
        event.preventDefault();
        open(event.clientX, event.clientY);
      }}
    >
      <Link to="/books/$id/read" params={{ id }} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <Cover src={toThumbnailUrl('books', book)} title={title} line={seriesName} thumbHash={thumbHash} />
      </Link>
      <div className={classes.words}>
        {seriesName !== title && (
          <AnchorLink to="/series/$id" params={{ id: seriesId }} c="dimmed" className={classes.series ?? ''}>
            {seriesName}
          </AnchorLink>
        )}
        <AnchorLink to="/books/$id" params={{ id }} c="inherit" className={classes.title ?? ''} dir="auto">
          {[shown.mark, shown.title].filter(Boolean).join(' ')}
        </AnchorLink>
        <Position book={book} />
        <Progress
          className={classes.bar ?? ''}
          value={(readProgress?.progressPercentage ?? 0) * 100}
          aria-label={t('home.readSoFar', { title })}
        />
        <Group gap="xs" mt="xs" wrap="nowrap">
          <ButtonLink
            to="/books/$id/read"
            params={{ id }}
            size="md"
            leftSection={<IconBook size={20} />}
            aria-label={t('home.continueOne', { title })}
          >
            {t('home.continue')}
          </ButtonLink>
          <ActionIcon
            variant="default"
            size={42}
            aria-haspopup="menu"
            aria-label={t('home.actionsOf', { title })}
            onClick={({ currentTarget }) => {
              const { left, bottom } = currentTarget.getBoundingClientRect();
              open(left, bottom);
            }}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Group>
      </div>
    </div>
  );
}

/** Page or percentage, and the remaining time. */
function Position({ book }: { book: BookDto }) {
  const t = useTranslate();
  const format = useFormat();
  const { data: speed } = useQuery(readingSpeed(book.id));
  const { readProgress, pageCount, fileFormat } = book;
  const share = readProgress?.progressPercentage ?? null;
  const minutes = toMinutesLeft(book, speed);
  const where =
    isText(fileFormat) && share !== null
      ? t('home.share', { percent: format.percent(share) })
      : t('home.page', {
          page: format.number(readProgress?.currentPage ?? 1),
          count: format.number(pageCount),
        });
  const left =
    minutes !== undefined &&
    (minutes < 60
      ? t('home.minutesLeft', { count: minutes })
      : t('home.hoursLeft', { count: Math.round(minutes / 60) }));
  return <Text c="dimmed">{[where, left].filter(Boolean).join(' · ')}</Text>;
}
