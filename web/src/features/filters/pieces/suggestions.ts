// Suggestions for values: facets with counts, and referenced objects.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { libraries } from '../../../api/queries.ts';
import { facetNouns, isFacetField } from '../fields.ts';
import { useWithin } from './within.ts';

export interface Suggestion {
  value: string;
  label: string;
  /** Number of series with the value. */
  count?: number;
}

const waitMs = 200;
const shown = 50;

export const ageRatings = queryOptions({
  queryKey: ['series', 'facet', 'ages'],
  queryFn: async ({ signal }): Promise<Suggestion[]> => {
    const { ageRatings } = await call('GET /api/v1/age-ratings', {}, { signal });
    return ageRatings.flatMap(({ ageRating, seriesCount }) =>
      ageRating === null ? [] : [{ value: String(ageRating), label: String(ageRating), count: seriesCount }],
    );
  },
});

const nounOf = (field: string): string => {
  if (field === 'collectionId') return 'collections';
  return field === 'readListId' ? 'read-lists' : 'series';
};

interface SuggestionQuery {
  field: string;
  search: string;
  library: string | undefined;
}

async function ask({ field, search, library }: SuggestionQuery, signal: AbortSignal): Promise<Suggestion[]> {
  const query = { pageSize: shown, ...(search && { search }) };
  if (isFacetField(field)) {
    const inLibrary = { ...query, ...(library && { libraryId: library }) };
    const { data } = await call(`GET /api/v1/${facetNouns[field]}`, { query: inLibrary }, { signal });
    return data.map(({ name, seriesCount }) => ({ value: name, label: name, count: seriesCount }));
  }
  if (field === 'collectionId' || field === 'readListId') {
    const noun = field === 'collectionId' ? 'collections' : 'readlists';
    const { data } = await call(`GET /api/v1/${noun}`, { query }, { signal });
    return data.map(({ id, name }) => ({ value: id, label: name }));
  }
  if (field !== 'seriesId' && field !== 'series') return [];
  const body = search ? { fullTextSearch: search } : {};
  const { data } = await call('POST /api/v1/series/list', { query: { pageSize: shown }, body }, { signal });
  return data.map(({ id, title }) => ({ value: field === 'series' ? title : id, label: title }));
}

/** Values of a field that contain the typed text. */
export function useSuggestions(field: string, typed: string): Suggestion[] {
  const { library } = useWithin();
  const [search] = useDebouncedValue(typed.trim(), waitMs);
  const { data } = useQuery({
    queryKey: [nounOf(field), 'suggested', field, search, library ?? ''],
    queryFn: ({ signal }) => ask({ field, search, library }, signal),
    placeholderData: keepPreviousData,
  });
  const known = useQuery({ ...libraries, enabled: field === 'libraryId' });
  if (field !== 'libraryId') return unique(data ?? []);
  return (known.data?.data ?? []).map(({ id, name, seriesCount }) => ({
    value: id,
    label: name,
    count: seriesCount,
  }));
}

const unique = (all: Suggestion[]): Suggestion[] => [...new Map(all.map((one) => [one.value, one])).values()];
