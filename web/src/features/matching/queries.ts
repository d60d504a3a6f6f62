// Queries and mutations for matches with metadata providers.
import type { MatchCandidate } from '@lectern/contract/matching';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type Noun = 'series' | 'books';

export const metadataProviders = queryOptions({
  queryKey: ['match', 'providers'],
  queryFn: ({ signal }) => call('GET /api/v1/match/providers', {}, { signal }),
  staleTime: 60_000,
});

interface KnownProviders {
  isOnline: boolean;
  providers: readonly { knows: readonly Noun[] }[];
}

/** Whether a provider can be searched. */
export const canSearch = ({ isOnline, providers }: KnownProviders, noun: Noun): boolean =>
  isOnline && providers.some(({ knows }) => knows.includes(noun));

export const matchState = (noun: Noun, id: string) =>
  queryOptions({
    queryKey: ['match', 'state', noun, id],
    queryFn: ({ signal }) => call(`GET /api/v1/${noun}/{id}/match`, { params: { id } }, { signal }),
    staleTime: 0,
  });

export const matchCandidates = (noun: Noun, id: string, query: string) =>
  queryOptions({
    queryKey: ['match', 'candidates', noun, id, query],
    queryFn: ({ signal }) =>
      call(
        `POST /api/v1/${noun}/{id}/match/candidates`,
        { params: { id }, body: query ? { query } : {} },
        { signal },
      ),
    staleTime: 300_000,
    retry: false,
  });

export const matchPreview = (noun: Noun, id: string, { provider, externalId }: MatchCandidate) =>
  queryOptions({
    queryKey: ['match', 'preview', noun, id, provider, externalId],
    queryFn: ({ signal }) =>
      call(
        `POST /api/v1/${noun}/{id}/match/preview`,
        { params: { id }, body: { provider, externalId } },
        { signal },
      ),
    staleTime: 0,
    retry: false,
  });

export interface ProposalFilter {
  noun: Noun;
  libraryId: string | undefined;
  state: 'pending' | 'accepted' | 'dismissed';
  page: number;
}

export const proposals = (filter: ProposalFilter) =>
  queryOptions({
    queryKey: ['match', 'proposals', filter],
    queryFn: ({ signal }) => {
      const { libraryId, ...query } = filter;
      return call(
        'GET /api/v1/match/proposals',
        { query: { ...query, pageSize: 25, ...(libraryId && { libraryId }) } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
