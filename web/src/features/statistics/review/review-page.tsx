// A year in review: figures, calendar, shares, the covers of finished books, and all of it as a picture.
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPhotoDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { CardGrid } from '../../../ui/cards/card-grid.tsx';
import { Cover } from '../../../ui/cards/cover.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { saveBlob } from '../../../ui/save-blob.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type Figure, Figures } from '../charts/figures.tsx';
import { HeatMap } from '../charts/heat-map.tsx';
import { Shares } from '../charts/shares.tsx';
import { daysOfYear, finishedBooks, readingDays, readingShares } from '../queries.ts';
import { StatisticsHead } from '../statistics-tabs.tsx';
import { toYearFacts } from './review.ts';

const loadPicture = () => import('./picture.ts');
/** Names of genres and authors in a line of the picture. */
const maxNames = 3;

export function ReviewPage() {
  const t = useTranslate();
  const format = useFormat();
  const thisYear = new Date().getFullYear();
  const search = useSearch({ from: '/signed-in/shell/statistics/review' });
  const year = Math.min(search.year ?? thisYear, thisYear);
  const days = useQuery(readingDays(daysOfYear(year)));
  const shares = useQuery(readingShares(daysOfYear(year)));
  const finished = useQuery(finishedBooks(daysOfYear(year)));
  const { act, isBusy } = useAction();
  const queries = [days, shares, finished];
  const error = queries.find((query) => query.error)?.error;
  const firstYear = days.data?.firstDay ? Number(days.data.firstDay.slice(0, 4)) : year;
  const title = t('statistics.reviewOf', { year: String(year) });
  const head = (
    <StatisticsHead title={title}>
      <YearChoice year={year} first={firstYear} last={thisYear} />
    </StatisticsHead>
  );
  if (error)
    return (
      <Stack gap="lg">
        {head}
        <ErrorState error={error} onRetry={() => void queries.map((query) => query.refetch())} />
      </Stack>
    );
  if (!days.data || !shares.data || !finished.data)
    return (
      <Stack gap="lg">
        {head}
        <LoadingState of={title} />
      </Stack>
    );
  const { totals, longestStreakDays, buckets } = days.data;
  const { daysRead, busiestMonth } = toYearFacts(buckets);
  if (daysRead === 0 && finished.data.total === 0)
    return (
      <Stack gap="lg">
        {head}
        <EmptyState title={t('statistics.reviewEmpty')}>
          <Text c="dimmed">{t('statistics.nothingHint')}</Text>
        </EmptyState>
      </Stack>
    );
  const figures: Figure[] = [
    [t('statistics.timeRead'), format.duration(totals.seconds)],
    [t('statistics.pagesRead'), format.number(totals.pagesRead)],
    [t('statistics.finished'), format.number(totals.booksFinished)],
    [t('statistics.daysWithReading'), format.number(daysRead)],
    [t('statistics.longestStreak'), format.number(longestStreakDays)],
    [t('statistics.busiestMonth'), busiestMonth ? format.month(busiestMonth) : '–'],
  ];
  const books = finished.data.data.map(({ book }) => book);
  const toLine = (label: string, names: readonly { name: string }[]) =>
    names.length === 0 ? [] : [`${label}: ${format.list(names.slice(0, maxNames).map(({ name }) => name))}`];
  const lines = [
    ...toLine(t('statistics.topGenres'), shares.data.genres),
    ...toLine(t('statistics.topAuthors'), shares.data.authors),
  ];
  const save = () =>
    act({
      async work() {
        const { drawPicture } = await loadPicture();
        saveBlob(`${title}.png`, await drawPicture({ title, figures, lines, footer: 'Lectern' }, books));
      },
      done: t('statistics.pictureSaved'),
    });
  return (
    <Stack gap="lg">
      {head}
      <Group>
        <Button leftSection={<IconPhotoDown size={18} />} loading={isBusy} onClick={save}>
          {t('statistics.savePicture')}
        </Button>
      </Group>
      <Figures figures={figures} />
      <HeatMap stats={days.data} />
      <Shares shares={shares.data} />
      {books.length > 0 && (
        <CardGrid title={t('statistics.finished')} count={finished.data.total}>
          {books.map((book) => (
            <AnchorLink key={book.id} to="/books/$id" params={{ id: book.id }} c="inherit">
              <Cover src={toThumbnailUrl('books', book)} title={book.title} thumbHash={book.thumbHash} />
              <Text size="sm" lineClamp={2} mt={4}>
                {book.title}
              </Text>
            </AnchorLink>
          ))}
        </CardGrid>
      )}
    </Stack>
  );
}

interface YearChoiceProps {
  year: number;
  /** The years with reading. */
  first: number;
  last: number;
}

function YearChoice({ year, first, last }: YearChoiceProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const show = (next: number) => void navigate({ to: '/statistics/review', search: { year: next } });
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('statistics.yearBefore')}
        disabled={year <= first}
        onClick={() => show(year - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text span fw={600}>
        {year}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('statistics.yearAfter')}
        disabled={year >= last}
        onClick={() => show(year + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  );
}
