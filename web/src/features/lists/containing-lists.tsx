// Links to the collections of a series, or to the read lists of a book.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { type Kind, toNoun } from './queries.ts';

const listsWith = (kind: Kind, memberId: string) =>
  queryOptions({
    queryKey: [toNoun(kind), 'with', memberId],
    queryFn: ({ signal }) => call(`GET /api/v1/${kind}`, { query: { memberId, pageSize: 50 } }, { signal }),
  });

/** The lists that contain a series or book. Undefined until they are loaded, and without permission. */
export function useContainingLists(kind: Kind, memberId: string) {
  const hasPermission = usePermission();
  const enabled = hasPermission(kind === 'collections' ? 'collections:read' : 'readlists:read');
  return useQuery({ ...listsWith(kind, memberId), enabled }).data?.data;
}

export const ListLinks = ({ kind, lists }: { kind: Kind; lists: readonly { id: string; name: string }[] }) =>
  lists.map(({ id, name }, i) => (
    <Fragment key={id}>
      {i > 0 && ', '}
      <AnchorLink to={kind === 'collections' ? '/collections/$id' : '/readlists/$id'} params={{ id }} inherit>
        {name}
      </AnchorLink>
    </Fragment>
  ));
