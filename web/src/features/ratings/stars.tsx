// Half a star to five, by mouse, touch and arrow keys: the API's 1 to 100 in steps of ten.
import { ActionIcon, Group, Rating, Text } from '@mantine/core';
import { IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { tell, tellFault } from '../../ui/toasts.tsx';
import { useText } from './words/index.ts';

const perStar = 20;

interface Rated {
  rating: number;
  notes: string | null;
}

/** Asked for at once: that a series has none is an error where one is asked for. */
const ownRatings = queryOptions({
  queryKey: ['ratings', 'own'],
  queryFn: async ({ signal }) => {
    const known = new Map<string, Rated>();
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await call('GET /api/v1/user/ratings', { query: { page, pageSize: 500 } }, { signal });
      pages = answer.totalPages;
      for (const { seriesId, rating, notes } of answer.data) known.set(seriesId, { rating, notes });
    }
    return known;
  },
});

const averageRating = (id: string) =>
  queryOptions({
    queryKey: ['ratings', 'average', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/ratings/average', { params: { id } }, { signal }),
  });

export function SeriesRating({ id }: { id: string }) {
  const t = useText();
  const format = useFormat();
  const { data: all } = useQuery(ownRatings);
  const { data: average } = useQuery(averageRating(id));
  const { mutate } = useRate(id);
  const stars = (all?.get(id)?.rating ?? 0) / perStar;
  return (
    <Group gap="sm" role="group" aria-label={t('yours')}>
      <Rating
        size="lg"
        fractions={2}
        allowClear
        emptySymbol={<IconStar size={24} color="var(--mantine-color-dimmed)" />}
        fullSymbol={<IconStarFilled size={24} color="var(--mantine-color-yellow-text)" />}
        value={stars}
        onChange={(value) => mutate(value)}
        getSymbolLabel={(value) => (value === 0 ? t('none') : t('stars', { count: value }))}
      />
      {stars > 0 && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('takeBack')} onClick={() => mutate(0)}>
          <IconX size={16} />
        </ActionIcon>
      )}
      {average?.average && average.count > 1 ? (
        <Text size="sm" c="dimmed">
          {t('average', {
            average: format.number(Math.round((average.average / perStar) * 10) / 10),
            count: average.count,
          })}
        </Text>
      ) : null}
    </Group>
  );
}

function useRate(id: string) {
  const t = useText();
  const queries = useQueryClient();
  const set = (stars: number, notes?: string | null) =>
    stars > 0
      ? call('PUT /api/v1/series/{id}/rating', {
          params: { id },
          body: { rating: Math.round(stars * perStar), notes: notes ?? null },
        })
      : call('DELETE /api/v1/series/{id}/rating', { params: { id } });
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['ratings'] }),
      queries.invalidateQueries({ queryKey: ['series', 'list'] }),
    ]);
  return useMutation({
    mutationFn: (stars: number) => set(stars, queries.getQueryData(ownRatings.queryKey)?.get(id)?.notes),
    onMutate: (stars) => {
      const before = queries.getQueryData(ownRatings.queryKey)?.get(id);
      queries.setQueryData(ownRatings.queryKey, (known) =>
        new Map(known).set(id, { rating: stars * perStar, notes: before?.notes ?? null }),
      );
      return before;
    },
    onSuccess: (_done, stars, before) =>
      tell(stars > 0 ? t('rated', { stars: t('stars', { count: stars }) }) : t('takenBack'), async () => {
        await set((before?.rating ?? 0) / perStar, before?.notes).catch(tellFault);
        await refresh();
      }),
    onError: tellFault,
    onSettled: refresh,
  });
}
