// Queries for the user's annotations.
import type { OwnAnnotation } from '@lectern/contract/reading/annotations';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { NotesSearch } from './search.ts';

function toFilter({ q, kind, color }: NotesSearch) {
  const kindQuery = kind === 'note' ? { withNote: 'true' as const } : kind ? { kind } : {};
  return { ...kindQuery, ...(q && { search: q }), ...(color && { color }) };
}

/** All matching annotations. */
export async function listAllOwn(search: NotesSearch): Promise<OwnAnnotation[]> {
  const found: OwnAnnotation[] = [];
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 500, ...toFilter(search) };
    const { data, totalPages } = await call('GET /api/v1/annotations', { query });
    found.push(...data);
    if (page >= totalPages) return found;
  }
}

export const ownAnnotations = ({ q, kind, color }: NotesSearch) =>
  infiniteQueryOptions({
    queryKey: ['annotations', 'own', q ?? '', kind ?? '', color ?? ''],
    queryFn: ({ signal, pageParam: page }) =>
      call(
        'GET /api/v1/annotations',
        { query: { page, pageSize: 100, ...toFilter({ q, kind, color }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });
