// The Want to Read list, the latest first: series and single books.
import { Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { CardGrid } from '../../ui/cards/card-grid.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { BookCard, SeriesCard } from '../books/index.tsx';

const query = { pageSize: 500 };
const wantToReadSeries = queryOptions({
  queryKey: ['want-to-read', 'series'],
  queryFn: ({ signal }) => call('GET /api/v1/want-to-read/series', { query }, { signal }),
});
const wantToReadBooks = queryOptions({
  queryKey: ['want-to-read', 'books'],
  queryFn: ({ signal }) => call('GET /api/v1/want-to-read/books', { query }, { signal }),
});

export function WantPage() {
  const t = useTranslate();
  const series = useQuery(wantToReadSeries);
  const books = useQuery(wantToReadBooks);
  const error = series.error ?? books.error;
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {t('wantToRead.want')}
      </Title>
      {error && (
        <ErrorState error={error} onRetry={() => void Promise.all([series.refetch(), books.refetch()])} />
      )}
      {!error && (!series.data || !books.data) && <LoadingState of={t('wantToRead.want')} />}
      {series.data?.total === 0 && books.data?.total === 0 && (
        <EmptyState title={t('wantToRead.nothing')}>
          <Text c="dimmed">{t('wantToRead.nothingHint')}</Text>
          <ButtonLink to="/series">{t('wantToRead.browse')}</ButtonLink>
        </EmptyState>
      )}
      {series.data && series.data.total > 0 && (
        <CardGrid title={t('wantToRead.series')} count={series.data.total}>
          {series.data.data.map((one) => (
            <SeriesCard key={one.id} series={one} />
          ))}
        </CardGrid>
      )}
      {books.data && books.data.total > 0 && (
        <CardGrid title={t('wantToRead.books')} count={books.data.total}>
          {books.data.data.map((one) => (
            <BookCard key={one.id} book={one} />
          ))}
        </CardGrid>
      )}
    </>
  );
}
