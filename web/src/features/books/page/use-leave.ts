// Where to go from the page of a book that was deleted: to its series, or home where that has no more books.
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
    await (series ? navigate({ to: '/series/$id', params: { id: seriesId } }) : navigate({ to: '/' }));
  };
}
