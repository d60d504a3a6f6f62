// What the signed-in person may do, to show no more than that. The server checks by itself.
import type { Permission } from '@lectern/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { me } from './queries.ts';

/** `may('users:write')`: with several, any of them does. False until it is known who asks. */
export function useMay(): (...any: readonly Permission[]) => boolean {
  const { data } = useQuery(me);
  return (...any) => any.some((permission) => data?.permissions.includes(permission));
}
