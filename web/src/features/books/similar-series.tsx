// Series similar to one, with the names that they share with it.
import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { CardGrid } from '../../ui/cards/card-grid.tsx';
import { SeriesCard } from './card/series-card.tsx';

const shown = 12;
const maxNames = 2;

const similarTo = (id: string) =>
  queryOptions({
    queryKey: ['series', 'similar', id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/series/{id}/similar', { params: { id }, query: { limit: shown } }, { signal }),
  });

/** Nothing without similar series. */
export function SimilarSeries({ id }: { id: string }) {
  const t = useTranslate();
  const { data } = useQuery(similarTo(id));
  if (!data || data.series.length === 0) return null;
  return (
    <CardGrid title={t('similar.title')}>
      {data.series.map(({ series, shared }) => (
        <div key={series.id}>
          <SeriesCard series={series} />
          {shared.length > 0 && (
            <Text size="xs" c="dimmed" lineClamp={2} mt={2}>
              {shared
                .slice(0, maxNames)
                .map(({ name }) => name)
                .join(', ')}
            </Text>
          )}
        </div>
      ))}
    </CardGrid>
  );
}
