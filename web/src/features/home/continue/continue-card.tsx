// The last read book as a large card. One click resumes it.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isText } from '@lectern/contract/values';
import { ActionIcon, Group, Progress, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBook, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext, useMemo } from 'react';
import { toThumbnailUrl } from '../../../api/call.ts';
import { neighbours, oneBook } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import { findTint, toTintStyle } from '../../../ui/covers/tint.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { ExtraActionsContext, openItemMenu, useCardTitle } from '../../books/index.tsx';
import classes from './continue-card.module.css';
import { readingSpeed, toMinutesLeft } from './time-left.ts';

/** As in continue-card.module.css. */
const wide = '(min-width: 120em)';

export function ContinueCard({ book }: { book: BookDto }) {
  const t = useTranslate();
  const toExtras = useContext(ExtraActionsContext);
  const { id, title, seriesId, seriesName, thumbHash, readProgress } = book;
  const shown = useCardTitle()(book);
  const tint = useMemo(() => toTintStyle(findTint(thumbHash, title)), [thumbHash, title]);
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
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
      {isWide && <Beside book={book} />}
    </div>
  );
}

/** On wide screens: the summary, and the next book of the series. */
function Beside({ book: { id } }: { book: BookDto }) {
  const t = useTranslate();
  const toTitle = useCardTitle();
  const { data: detail } = useQuery(oneBook(id));
  const { data: around } = useQuery(neighbours(id));
  const summary = detail?.metadata?.summary;
  const next = around?.next;
  const shown = next && toTitle(next);
  if (!summary && !next) return null;
  return (
    <div className={classes.beside}>
      {summary && (
        <Text size="sm" lineClamp={next ? 5 : 9} dir="auto">
          {summary}
        </Text>
      )}
      {next && (
        <Link to="/books/$id" params={{ id: next.id }} className={classes.next}>
          <span>
            <Cover src={toThumbnailUrl('books', next)} title={next.title} thumbHash={next.thumbHash} />
          </span>
          <span>
            <Text component="span" size="sm" c="dimmed" display="block">
              {t('home.nextInSeries')}
            </Text>
            <Text component="span" fw={600} dir="auto">
              {[shown?.mark, shown?.title].filter(Boolean).join(' ')}
            </Text>
          </span>
        </Link>
      )}
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
