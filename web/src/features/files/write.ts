// Writes metadata to the files of a book, a series or a library: a paged preview of the changes, and the task that makes
// them.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type FollowedTask, useFollowedTask } from '../analysis/index.tsx';
import { type Item, isBook } from './move.ts';

interface WrittenLibrary {
  kind: 'library';
  id: string;
  title: string;
}

export type Written = Item | WrittenLibrary;

export const isLibrary = (of: Written): of is WrittenLibrary => 'kind' in of && of.kind === 'library';

const paths = {
  book: '/api/v1/books/{id}/file/metadata',
  series: '/api/v1/series/{id}/files/metadata',
  library: '/api/v1/libraries/{id}/files/metadata',
} as const;

const toKind = (of: Written): keyof typeof paths => {
  if (isLibrary(of)) return 'library';
  return isBook(of) ? 'book' : 'series';
};

export const previewOf = (of: Written) =>
  infiniteQueryOptions({
    queryKey: ['file-metadata', toKind(of), of.id],
    queryFn: ({ pageParam, signal }) =>
      call(
        `GET ${paths[toKind(of)]}`,
        { params: { id: of.id }, query: pageParam === '' ? {} : { after: pageParam } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

export const write = (of: Written) => call(`POST ${paths[toKind(of)]}`, { params: { id: of.id } });

/** The writing task that the user started in this tab. */
export const useWriting = (of: { id: string }): FollowedTask => useFollowedTask(['file-metadata', of.id]);
