// The target after the book of a page was deleted: its series, or the home page if the series is empty.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { oneSeries } from '../../../api/queries.ts';

export function useLeave(): (seriesId: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (seriesId) => {
    const series = await queries
      .fetchQuery({ ...oneSeries(seriesId), staleTime: 0, retry: false })
      .catch(() => undefined);
    await (series && series.bookCount > 0
      ? navigate({ to: '/series/$id', params: { id: seriesId } })
      : navigate({ to: '/' }));
  };
}
