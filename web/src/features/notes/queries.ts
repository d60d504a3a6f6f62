// The queries about the user's annotations.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { NotesSearch } from './search.ts';

export const ownAnnotations = ({ q, kind, color }: NotesSearch) =>
  infiniteQueryOptions({
    queryKey: ['annotations', 'own', q ?? '', kind ?? '', color ?? ''],
    queryFn: ({ signal, pageParam }) => {
      const kindQuery = kind === 'note' ? { withNote: 'true' as const } : kind ? { kind } : {};
      const query = {
        page: pageParam,
        pageSize: 100,
        ...kindQuery,
        ...(q && { search: q }),
        ...(color && { color }),
      };
      return call('GET /api/v1/annotations', { query }, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });
