// Queries for invitations.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const invitationList = queryOptions({
  queryKey: ['users', 'invitations'],
  queryFn: ({ signal }) => call('GET /api/v1/users/invitations', {}, { signal }),
  staleTime: 0,
});
