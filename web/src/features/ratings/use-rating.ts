// The user's rating of a series.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';

/** API points per star. */
export const perStar = 20;

export interface Rated {
  /** 1 to 100. */
  rating: number;
  /** Private note. */
  notes: string | null;
}

/** Loads all ratings at once, because the API answers 404 for a series without a rating. */
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

export const averageRating = (id: string) =>
  queryOptions({
    queryKey: ['ratings', 'average', id],
    queryFn: ({ signal }) => call('GET /api/v1/series/{id}/ratings/average', { params: { id } }, { signal }),
  });

/** Undefined removes the rating. */
const save = (id: string, rated: Rated | undefined) =>
  rated
    ? call('PUT /api/v1/series/{id}/rating', { params: { id }, body: { ...rated } })
    : call('DELETE /api/v1/series/{id}/rating', { params: { id } });

export function useRating(id: string) {
  const t = useTranslate();
  const queries = useQueryClient();
  const rated = useQuery(ownRatings).data?.get(id);
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['ratings'] }),
      queries.invalidateQueries({ queryKey: ['series', 'list'] }),
    ]);
  const show = (next: Rated | undefined) =>
    queries.setQueryData(ownRatings.queryKey, (known) => {
      const all = new Map(known);
      if (next) all.set(id, next);
      else all.delete(id);
      return all;
    });
  const describe = (next: Rated | undefined, before: Rated | undefined) => {
    if (!next) return t('ratings.takenBack');
    if (next.rating === before?.rating) return t('ratings.noteSaved');
    return t('ratings.rated', { stars: t('ratings.stars', { count: next.rating / perStar }) });
  };
  const { mutate } = useMutation({
    mutationFn: (next: Rated | undefined) => save(id, next),
    onMutate(next) {
      const before = queries.getQueryData(ownRatings.queryKey)?.get(id);
      show(next);
      return before;
    },
    onSuccess: (_done, next, before) =>
      showToast(describe(next, before), async () => {
        await save(id, before).catch(showError);
        await refresh();
      }),
    onError: showError,
    onSettled: refresh,
  });
  return {
    rated,
    rate: (stars: number) =>
      mutate(stars > 0 ? { rating: Math.round(stars * perStar), notes: rated?.notes ?? null } : undefined),
    note: (notes: string) => rated && mutate({ ...rated, notes: notes || null }),
  };
}
