// The permissions of the signed-in user. The server checks them again: here they only decide what is shown.
import type { Permission } from '@lectern/contract/values';
import { useQuery } from '@tanstack/react-query';
import { me } from './queries.ts';

/** `may('users:write')`: any of several permissions is enough. False until the user is known. */
export function usePermission(): (...any: readonly Permission[]) => boolean {
  const { data } = useQuery(me);
  return (...any) => any.some((permission) => data?.permissions.includes(permission));
}
