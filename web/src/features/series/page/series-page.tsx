// One series: metadata, progress, actions, books.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { Breadcrumbs, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../../api/call.ts';
import { oneSeries, seriesMetadata } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import heroClasses from '../../../ui/cards/hero.module.css';
import { Hero } from '../../../ui/cards/hero.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { AnalysisProgress } from '../../analysis/index.tsx';
import { NextCard, SimilarSeries } from '../../books/index.tsx';
import { FindMetadata } from '../../matching/index.tsx';
import { ExternalLinks, People, Summary, ValueLinks } from '../../metadata/index.tsx';
import { SeriesRating } from '../../ratings/index.tsx';
import { AvailableReleases } from '../../releases/index.tsx';
import { BooksOfSeries } from './books-of-series.tsx';
import { nextBook, timeLeft } from './queries.ts';
import { SeriesActions } from './series-actions.tsx';
import { SeriesFacts } from './series-facts.tsx';
import { SeriesNeighbours } from './series-neighbours.tsx';

export function SeriesPage() {
  const t = useTranslate();
  const { id } = useParams({ from: '/signed-in/shell/series/$id' });
  const found = useQuery(oneSeries(id));
  const metadata = useQuery(seriesMetadata(id));
  const next = useQuery(nextBook(id));
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  // The metadata and the button of the next book change the height of the head. `isFetched` remains true while the button
  // requests a failed query again; with `isPending`, the page would be hidden each time.
  if (!found.data || !metadata.isFetched || !next.isFetched)
    return <LoadingState of={t('series.page.theSeries')} />;
  return (
    <Stack gap="lg" key={id} className={heroClasses.page ?? ''}>
      <Breadcrumbs>
        <AnchorLink to="/series" search={{ library: found.data.libraryId }} lh={1.5}>
          {found.data.libraryName}
        </AnchorLink>
        <Text c="dimmed" truncate maw="50vw" lh={1.5}>
          {found.data.title}
        </Text>
      </Breadcrumbs>
      <Head series={found.data} metadata={metadata.data} next={next.data ?? null} />
      {found.data.bookCount === 0 ? <NoBooks series={found.data} /> : <BooksOfSeries series={found.data} />}
      <AvailableReleases seriesId={id} title={found.data.title} />
      <SimilarSeries id={id} />
      <SeriesNeighbours id={id} />
    </Stack>
  );
}

/** All books were deleted, or are missing since the last scan. */
function NoBooks({ series: { libraryId, libraryName } }: { series: Series }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  return (
    <EmptyState title={t('series.page.noBooks')}>
      <Text c="dimmed">{t('series.page.noBooksText')}</Text>
      <Group justify="center">
        <ButtonLink to="/series" search={{ library: libraryId }}>
          {libraryName}
        </ButtonLink>
        {hasPermission('files:manage') && (
          <ButtonLink to="/administration/trash" variant="default">
            {t('administration.trash')}
          </ButtonLink>
        )}
      </Group>
    </EmptyState>
  );
}

interface HeadProps {
  series: Series;
  metadata: SeriesMetadata | undefined;
  next: BookDto | null;
}

function Head({ series, metadata, next }: HeadProps) {
  const t = useTranslate();
  const cover = toThumbnailUrl('series', series);
  const others = (metadata?.alternateTitles ?? []).map(({ label, title }) =>
    label ? `${title} (${label})` : title,
  );
  return (
    <Hero
      thumbHash={series.thumbHash}
      title={series.title}
      subtitles={others}
      aside={next && series.bookCount > 1 ? <NextCard book={next} /> : undefined}
      cover={
        <Cover
          src={cover}
          title={series.title}
          line={metadata?.authors.map(({ name }) => name).join(', ') || series.publisher}
          thumbHash={series.thumbHash}
          isRead={series.bookCount > 0 && series.unreadCount === 0}
        />
      }
    >
      <Stack gap="md" mt="sm">
        <Where series={series} />
        <SeriesActions series={series} />
        <AnalysisProgress of={{ noun: 'series', id: series.id }} />
        <SeriesRating id={series.id} external={metadata?.externalRatings ?? []} />
        <Summary text={series.summary} />
        {series.bookCount > 0 && !series.summary && metadata?.authors.length === 0 && (
          <FindMetadata noun="series" id={series.id} title={series.title} />
        )}
        <div className={heroClasses.facts}>
          <Stack gap="md">
            {metadata && <People authors={metadata.authors} />}
            <ValueLinks kind="genre" words={metadata?.genres ?? []} label={t('metadata.field_genres')} />
            <ValueLinks kind="tag" words={metadata?.tags ?? []} label={t('metadata.field_tags')} />
          </Stack>
          <section aria-label={t('series.page.details')}>
            <Title order={2} size="h5" mb={4}>
              {t('series.page.details')}
            </Title>
            <SeriesFacts series={series} metadata={metadata} />
          </section>
        </div>
        <ExternalLinks links={metadata?.externalLinks ?? []} />
      </Stack>
    </Hero>
  );
}

function Where({ series: { id, bookCount, unreadCount } }: { series: Series }) {
  const t = useTranslate();
  const seconds = useQuery(timeLeft(id)).data?.seconds;
  const format = useFormat();
  const read = bookCount - unreadCount;
  const words = t('series.page.progress', { read: format.number(read), count: format.number(bookCount) });
  return (
    <div>
      {read > 0 && unreadCount > 0 && (
        <Progress value={(read / bookCount) * 100} aria-label={words} maw={420} />
      )}
      <Text c="dimmed" size="sm" mt={4}>
        {[
          t('series.bookCount', { count: bookCount }),
          bookCount > 0 &&
            (unreadCount === 0
              ? t('series.page.allRead')
              : t('series.page.unreadCount', { count: unreadCount })),
          unreadCount > 0 && seconds && t('series.page.timeLeft', { time: format.duration(seconds) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  );
}
