// The permissions of the signed-in user, which control the visible actions. The server checks them again.
import type { Permission } from '@lectern/contract/values';
import { useQuery } from '@tanstack/react-query';
import { me } from './queries.ts';

/** `may('users:write')`. With several permissions, any one is enough. False until the user is loaded. */
export function usePermission(): (...any: readonly Permission[]) => boolean {
  const { data } = useQuery(me);
  return (...any) => any.some((permission) => data?.permissions.includes(permission));
}
